package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;

/** Merges a cursor, ascending or descending, with a Z-set and leaves out what cancels. */
final class OverlayCursor implements Cursor {
  private final Cursor base;
  private final ZSet change;

  /** 1 if ascending, −1 if descending. */
  private final int direction;

  private boolean baseValid;

  /** How many rows of the change have passed. */
  private int passed;

  private byte[] row = {};
  private long weight;

  static Cursor ascending(Cursor base, ZSet change) {
    return new OverlayCursor(base, change, 1);
  }

  static Cursor descending(Cursor base, ZSet change) {
    return new OverlayCursor(base, change, -1);
  }

  private OverlayCursor(Cursor base, ZSet change, int direction) {
    this.base = base;
    this.change = change;
    this.direction = direction;
    this.baseValid = base.next();
  }

  @Override
  public boolean next() {
    while (baseValid || passed < change.size()) {
      int order = order();
      weight = 0;
      if (order <= 0) {
        row = base.row();
        weight = base.weight();
        baseValid = base.next();
      }
      if (order >= 0) {
        row = change.row(at());
        weight = Math.addExact(weight, change.weight(at()));
        passed++;
      }
      if (weight != 0) {
        return true;
      }
    }
    return false;
  }

  private int at() {
    return direction > 0 ? passed : change.size() - 1 - passed;
  }

  private int order() {
    if (!baseValid) {
      return 1;
    }
    return passed == change.size()
        ? -1
        : direction * Arrays.compareUnsigned(base.row(), change.row(at()));
  }

  @Override
  public byte[] row() {
    return row;
  }

  @Override
  public long weight() {
    return weight;
  }
}
