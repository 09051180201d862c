package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;

/** Merges an ascending cursor with an ascending Z-set and leaves out what cancels. */
final class OverlayCursor implements Cursor {
  private final Cursor base;
  private final ZSet change;
  private boolean baseValid;
  private int at;
  private byte[] row = {};
  private long weight;

  OverlayCursor(Cursor base, ZSet change) {
    this.base = base;
    this.change = change;
    this.baseValid = base.next();
  }

  @Override
  public boolean next() {
    while (baseValid || at < change.size()) {
      int order = order();
      weight = 0;
      if (order <= 0) {
        row = base.row();
        weight = base.weight();
        baseValid = base.next();
      }
      if (order >= 0) {
        row = change.row(at);
        weight = Math.addExact(weight, change.weight(at++));
      }
      if (weight != 0) {
        return true;
      }
    }
    return false;
  }

  private int order() {
    if (!baseValid) {
      return 1;
    }
    return at == change.size() ? -1 : Arrays.compareUnsigned(base.row(), change.row(at));
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
