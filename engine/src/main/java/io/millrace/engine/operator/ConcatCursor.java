package io.millrace.engine.operator;

import io.millrace.storage.trace.Cursor;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** The rows of several cursors, one after the other; each is opened when its turn comes. */
final class ConcatCursor implements Cursor {
  private final Iterator<Supplier<Cursor>> parts;
  private Cursor current;

  /** At least one part. */
  ConcatCursor(List<Supplier<Cursor>> parts) {
    this.parts = parts.iterator();
    this.current = this.parts.next().get();
  }

  @Override
  public boolean next() {
    while (!current.next()) {
      if (!parts.hasNext()) {
        return false;
      }
      current = parts.next().get();
    }
    return true;
  }

  @Override
  public byte[] row() {
    return current.row();
  }

  @Override
  public long weight() {
    return current.weight();
  }
}
