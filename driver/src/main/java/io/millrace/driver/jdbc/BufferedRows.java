package io.millrace.driver.jdbc;

import io.millrace.engine.session.RowStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows in memory, in which one can go back: scrollable results and those of the metadata. */
final class BufferedRows implements RowStream {
  private final List<@Nullable Object[]> rows;
  private int position = -1;

  BufferedRows(List<@Nullable Object[]> rows) {
    this.rows = rows;
  }

  /** Reads the stream to its end and closes it. */
  static BufferedRows of(RowStream stream, int columns) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (stream) {
      while (stream.next()) {
        @Nullable Object[] row = new @Nullable Object[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = stream.value(i);
        }
        rows.add(row);
      }
    }
    return new BufferedRows(rows);
  }

  int size() {
    return rows.size();
  }

  /** Index of the row, -1 before the first, the size after the last. */
  int position() {
    return position;
  }

  /** Goes to an index, or to before the first or after the last row; false if no row is there. */
  boolean moveTo(long index) {
    position = (int) Math.max(-1, Math.min(index, rows.size()));
    return position >= 0 && position < rows.size();
  }

  @Override
  public boolean next() {
    return moveTo(position + 1L);
  }

  @Override
  public @Nullable Object value(int column) {
    Object value = rows.get(position)[column];
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  @Override
  public void close() {
    position = rows.size();
  }
}
