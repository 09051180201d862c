package io.millrace.engine.operator;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.StateTrace;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keyed state in a sorted map, for tests. */
final class HeapState implements StateTrace {
  private final TreeMap<byte[], byte[]> values = new TreeMap<>(RowOrder.COMPARATOR);

  void put(SortedMap<byte[], byte @Nullable []> change) {
    change.forEach(
        (key, value) -> {
          if (value == null) {
            values.remove(key);
          } else {
            values.put(key, value);
          }
        });
  }

  /** Keys and values in order, comparable by equals. */
  List<ByteBuffer> contents() {
    List<ByteBuffer> contents = new ArrayList<>();
    values.forEach(
        (key, value) -> {
          contents.add(ByteBuffer.wrap(key));
          contents.add(ByteBuffer.wrap(value));
        });
    return contents;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return values.get(key);
  }

  @Override
  public StateCursor cursor(byte[] prefix) {
    return range(prefix, KeyFormat.successor(prefix));
  }

  @Override
  public StateCursor range(byte[] from, byte[] to) {
    return cursor(part(from, to));
  }

  @Override
  public StateCursor descending(byte[] from, byte[] to) {
    return cursor(part(from, to).descendingMap());
  }

  private NavigableMap<byte[], byte[]> part(byte[] from, byte[] to) {
    return to.length == 0 ? values.tailMap(from, true) : values.subMap(from, true, to, false);
  }

  private static StateCursor cursor(NavigableMap<byte[], byte[]> values) {
    Iterator<Map.Entry<byte[], byte[]>> part = values.entrySet().iterator();
    return new StateCursor() {
      private Map.@Nullable Entry<byte[], byte[]> entry;

      @Override
      public boolean next() {
        boolean more = part.hasNext();
        entry = more ? part.next() : null;
        return more;
      }

      @Override
      public byte[] key() {
        return Objects.requireNonNull(entry).getKey();
      }

      @Override
      public byte[] value() {
        return Objects.requireNonNull(entry).getValue();
      }
    };
  }

  @Override
  public long size() {
    return values.size();
  }
}
