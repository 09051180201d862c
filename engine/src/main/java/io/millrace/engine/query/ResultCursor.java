package io.millrace.engine.query;

import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query one by one, as its reader sees them: each copy of a row is a row of its own,
 * OFFSET and LIMIT applied, hidden columns out of sight. One thread at a time.
 */
public final class ResultCursor {
  private final Cursor source;
  private final RowType rowType;
  private long skip;
  private long left;
  private long copies;

  /** Skips {@code offset} rows and yields {@code fetch} at most; a negative fetch means all. */
  ResultCursor(Cursor source, RowType rowType, long offset, long fetch) {
    this.source = source;
    this.rowType = rowType;
    this.skip = offset;
    this.left = fetch < 0 ? Long.MAX_VALUE : fetch;
  }

  /** Moves to the next row. */
  public boolean next() {
    if (left == 0) {
      return false;
    }
    copies--;
    while (copies <= 0) {
      if (!source.next()) {
        left = 0;
        return false;
      }
      copies = source.weight();
      if (copies < 0) {
        throw new AssertionError("a query's row must have a positive weight but has " + copies);
      }
      long skipped = Math.min(skip, copies);
      skip -= skipped;
      copies -= skipped;
    }
    left--;
    return true;
  }

  /** The cell of a column of the current row. */
  public @Nullable Object cell(int column) {
    return rowType.get(source.row(), column);
  }

  /** The current row, hidden columns included. */
  public byte[] row() {
    return source.row();
  }
}
