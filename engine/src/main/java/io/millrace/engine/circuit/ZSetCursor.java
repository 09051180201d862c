package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;

/** A walk over a Z-set, ascending. */
public final class ZSetCursor implements Cursor {
  private final ZSet zset;
  private int at = -1;

  public ZSetCursor(ZSet zset) {
    this.zset = zset;
  }

  @Override
  public boolean next() {
    return ++at < zset.size();
  }

  @Override
  public byte[] row() {
    return zset.row(at);
  }

  @Override
  public long weight() {
    return zset.weight(at);
  }
}
