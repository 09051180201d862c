package io.millrace.engine.circuit;

import io.millrace.storage.row.RowProjection;
import io.millrace.storage.trace.Cursor;

/** Some columns of each row. */
public record ProjectedCursor(Cursor rows, RowProjection projection) implements Cursor {
  @Override
  public boolean next() {
    return rows.next();
  }

  @Override
  public byte[] row() {
    return projection.apply(rows.row());
  }

  @Override
  public long weight() {
    return rows.weight();
  }
}
