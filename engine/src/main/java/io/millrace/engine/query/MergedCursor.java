package io.millrace.engine.query;

import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.Cursor;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** The sum of a stored walk and own changes, both in entry order; entries of weight 0 drop out. */
final class MergedCursor implements Cursor {
  private static final byte[] NONE = new byte[0];

  private final Cursor stored;
  private final Iterator<Map.Entry<byte[], Long>> own;
  private boolean hasStored;
  private Map.@Nullable Entry<byte[], Long> nextOwn;
  private byte[] row = NONE;
  private long weight;

  MergedCursor(Cursor stored, NavigableMap<byte[], Long> own) {
    this.stored = stored;
    this.own = own.entrySet().iterator();
    this.hasStored = stored.next();
    this.nextOwn = this.own.hasNext() ? this.own.next() : null;
  }

  @Override
  public boolean next() {
    while (hasStored || nextOwn != null) {
      take();
      // Below READ COMMITTED a row that was deleted here may have been deleted by another commit as
      // well: it isn't there, and this transaction will be refused when it commits.
      if (weight > 0) {
        return true;
      }
    }
    return false;
  }

  private void take() {
    Map.Entry<byte[], Long> mine = nextOwn;
    int order = mine == null ? -1 : !hasStored ? 1 : compare(stored.row(), mine.getKey());
    weight = 0;
    if (order <= 0) {
      row = stored.row();
      weight = stored.weight();
      hasStored = stored.next();
    }
    if (order >= 0 && mine != null) {
      row = mine.getKey();
      weight = Math.addExact(weight, mine.getValue());
      nextOwn = own.hasNext() ? own.next() : null;
    }
  }

  private static int compare(byte[] a, byte[] b) {
    return RowOrder.COMPARATOR.compare(a, b);
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
