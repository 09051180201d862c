package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;

/**
 * A trace as it will be after a change: {@code z⁻¹(I(s)) + s}, without writing anything.
 *
 * <p>Immutable. A cursor merges the two in order, so it costs O(entries of the trace + entries of
 * the change) in its range; entries whose weights cancel don't appear.
 */
public final class OverlayTrace implements Trace {
  private final Trace base;
  private final ZSet change;

  public OverlayTrace(Trace base, ZSet change) {
    this.base = base;
    this.change = change;
  }

  @Override
  public long weight(byte[] entry) {
    return Math.addExact(base.weight(entry), change.weight(entry));
  }

  @Override
  public Cursor cursor(byte[] prefix) {
    byte[] to = KeyFormat.successor(prefix);
    return merge(base.cursor(prefix), slice(prefix, to));
  }

  @Override
  public Cursor range(byte[] from, byte[] to) {
    return merge(base.range(from, to), slice(from, to));
  }

  @Override
  public Cursor descending(byte[] from, byte[] to) {
    ZSet part = slice(from, to);
    Cursor below = base.descending(from, to);
    return part.isEmpty() ? below : OverlayCursor.descending(below, part);
  }

  private ZSet slice(byte[] from, byte[] to) {
    int begin = place(from);
    int end = to.length == 0 ? change.size() : place(to);
    return change.slice(begin, Math.max(begin, end));
  }

  private int place(byte[] entry) {
    int index = change.indexOf(entry);
    return index < 0 ? -index - 1 : index;
  }

  private static Cursor merge(Cursor base, ZSet part) {
    return part.isEmpty() ? base : OverlayCursor.ascending(base, part);
  }

  /** The number of entries, counted by looking up each entry of the change. */
  @Override
  public long size() {
    long size = base.size();
    for (int i = 0; i < change.size(); i++) {
      long before = base.weight(change.row(i));
      if (before == 0) {
        size++;
      } else if (before + change.weight(i) == 0) {
        size--;
      }
    }
    return size;
  }
}
