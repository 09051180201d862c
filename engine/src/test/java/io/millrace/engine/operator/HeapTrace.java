package io.millrace.engine.operator;

import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A trace in a sorted map, for tests. Cursors stand on a copy. */
final class HeapTrace implements Trace {
  private final TreeMap<byte[], Long> entries = new TreeMap<>(RowOrder.COMPARATOR);

  void add(ZSet change) {
    change.forEach(
        (entry, weight) ->
            entries.merge(
                entry,
                weight,
                (a, b) -> {
                  long sum = Math.addExact(a, b);
                  return sum == 0 ? null : sum;
                }));
  }

  ZSet contents() {
    ZSetBuilder contents = new ZSetBuilder();
    entries.forEach(contents::add);
    return contents.build();
  }

  @Override
  public long weight(byte[] entry) {
    return entries.getOrDefault(entry, 0L);
  }

  @Override
  public Cursor cursor(byte[] prefix) {
    return range(prefix, KeyFormat.successor(prefix));
  }

  @Override
  public Cursor range(byte[] from, byte[] to) {
    ZSetBuilder part = new ZSetBuilder();
    (to.length == 0 ? entries.tailMap(from, true) : entries.subMap(from, true, to, false))
        .forEach(part::add);
    return new ZSetCursor(part.build());
  }

  @Override
  public Cursor descending(byte[] from, byte[] to) {
    SortedMap<byte[], Long> part =
        to.length == 0 ? entries.tailMap(from, true) : entries.subMap(from, true, to, false);
    Iterator<Map.Entry<byte[], Long>> walk =
        new TreeMap<>(part).descendingMap().entrySet().iterator();
    return new Cursor() {
      private Map.@Nullable Entry<byte[], Long> entry;

      @Override
      public boolean next() {
        entry = walk.hasNext() ? walk.next() : null;
        return entry != null;
      }

      @Override
      public byte[] row() {
        return Objects.requireNonNull(entry).getKey();
      }

      @Override
      public long weight() {
        return Objects.requireNonNull(entry).getValue();
      }
    };
  }

  @Override
  public long size() {
    return entries.size();
  }
}
