package io.millrace.engine.operator;

import io.millrace.engine.expr.OrderedValues;
import io.millrace.storage.trace.Cursor;
import org.jspecify.annotations.Nullable;

/** The values of one call and group under a cursor over keys of the call's projection. */
final class KeptValues implements OrderedValues {
  private final Grouping.Kept kept;
  private final Cursor keys;
  private final long size;
  private final Runnable checkCanceled;
  private long passed;

  KeptValues(Grouping.Kept kept, Cursor keys, long size, Runnable checkCanceled) {
    this.kept = kept;
    this.keys = keys;
    this.size = size;
    this.checkCanceled = checkCanceled;
  }

  @Override
  public boolean next() {
    checkCanceled.run();
    boolean found = keys.next();
    passed = found ? Math.addExact(passed, copies()) : passed;
    return found;
  }

  @Override
  public boolean moveTo(long place) {
    while (place >= passed) {
      if (!next()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public @Nullable Object cell(int argument) {
    return kept.cell(keys.row(), argument);
  }

  @Override
  public long copies() {
    return kept.call().distinct() ? 1 : keys.weight();
  }

  @Override
  public long size() {
    return size;
  }
}
