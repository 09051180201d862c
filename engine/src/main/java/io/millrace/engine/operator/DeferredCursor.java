package io.millrace.engine.operator;

import io.millrace.storage.trace.Cursor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cursor that is made when its first row is asked for: work is done in no constructor. */
final class DeferredCursor implements Cursor {
  private final Supplier<Cursor> supplier;
  private @Nullable Cursor cursor;

  DeferredCursor(Supplier<Cursor> supplier) {
    this.supplier = supplier;
  }

  private Cursor cursor() {
    Cursor made = cursor;
    if (made == null) {
      made = supplier.get();
      cursor = made;
    }
    return made;
  }

  @Override
  public boolean next() {
    return cursor().next();
  }

  @Override
  public byte[] row() {
    return cursor().row();
  }

  @Override
  public long weight() {
    return cursor().weight();
  }
}
