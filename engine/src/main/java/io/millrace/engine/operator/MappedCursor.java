package io.millrace.engine.operator;

import io.millrace.storage.trace.Cursor;
import java.util.function.UnaryOperator;

/** The rows of a cursor, each turned into another by a function, lazily. */
final class MappedCursor implements Cursor {
  private final Cursor rows;
  private final UnaryOperator<byte[]> function;
  private final Runnable checkCanceled;
  private byte[] row = {};

  MappedCursor(Cursor rows, UnaryOperator<byte[]> function, Runnable checkCanceled) {
    this.rows = rows;
    this.function = function;
    this.checkCanceled = checkCanceled;
  }

  @Override
  public boolean next() {
    checkCanceled.run();
    if (!rows.next()) {
      return false;
    }
    row = function.apply(rows.row());
    return true;
  }

  @Override
  public byte[] row() {
    return row;
  }

  @Override
  public long weight() {
    return rows.weight();
  }
}
