package io.millrace.engine.operator;

import io.millrace.storage.trace.Cursor;
import java.util.function.Predicate;

/** The rows of a cursor that a condition keeps, lazily. */
final class FilteredCursor implements Cursor {
  private final Cursor rows;
  private final Predicate<byte[]> condition;
  private final Runnable checkCanceled;

  FilteredCursor(Cursor rows, Predicate<byte[]> condition, Runnable checkCanceled) {
    this.rows = rows;
    this.condition = condition;
    this.checkCanceled = checkCanceled;
  }

  @Override
  public boolean next() {
    while (rows.next()) {
      checkCanceled.run();
      if (condition.test(rows.row())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public byte[] row() {
    return rows.row();
  }

  @Override
  public long weight() {
    return rows.weight();
  }
}
