package io.millrace.engine.query;

import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** The rows of a keyed table in key order, where own changes stand over stored rows. */
final class MergedStateCursor implements Cursor {
  private static final byte[] NONE = new byte[0];

  private final StateCursor stored;
  private final Iterator<Map.Entry<byte[], TableChanges.KeyedRow>> own;
  private boolean hasStored;
  private Map.@Nullable Entry<byte[], TableChanges.KeyedRow> nextOwn;
  private byte[] row = NONE;

  MergedStateCursor(StateCursor stored, NavigableMap<byte[], TableChanges.KeyedRow> own) {
    this.stored = stored;
    this.own = own.entrySet().iterator();
    this.hasStored = stored.next();
    this.nextOwn = this.own.hasNext() ? this.own.next() : null;
  }

  @Override
  public boolean next() {
    while (hasStored || nextOwn != null) {
      byte[] taken = take();
      if (taken != null) {
        row = taken;
        return true;
      }
    }
    return false;
  }

  private byte @Nullable [] take() {
    Map.Entry<byte[], TableChanges.KeyedRow> mine = nextOwn;
    int order =
        mine == null
            ? -1
            : !hasStored ? 1 : RowOrder.COMPARATOR.compare(stored.key(), mine.getKey());
    byte[] taken = null;
    if (order <= 0) {
      taken = stored.value();
      hasStored = stored.next();
    }
    if (order >= 0 && mine != null) {
      taken = mine.getValue().row();
      nextOwn = own.hasNext() ? own.next() : null;
    }
    return taken;
  }

  @Override
  public byte[] row() {
    return row;
  }

  @Override
  public long weight() {
    return 1;
  }
}
