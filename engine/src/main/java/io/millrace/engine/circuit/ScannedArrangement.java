package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An arrangement that is read once, in key order, beside keys that are asked for in ascending
 * order: a merge instead of one descent per key. The rows of the last key are kept, so that asking
 * for it again costs nothing. A key out of order is looked up: the rows are the same, only the cost
 * is not. One thread at a time.
 *
 * <p>Cost: one descent, and one step for each entry from the first key asked for to the last.
 */
final class ScannedArrangement implements ArrangementReader {
  private final ArrangementReader source;
  private final Runnable checkCanceled;

  /** The walk, on the first row behind the last key, or null when there is none. */
  private @Nullable KeyedCursor walk;

  private byte @Nullable [] lastKey;
  private Group group = new Group(List.of(), List.of());

  ScannedArrangement(ArrangementReader source, Runnable checkCanceled) {
    this.source = source;
    this.checkCanceled = checkCanceled;
  }

  @Override
  public Cursor rows(byte[] key) {
    byte[] last = lastKey;
    if (last == null) {
      Optional<KeyedCursor> rows = source.from(key);
      if (rows.isEmpty()) {
        return source.rows(key);
      }
      walk = rows.get();
      step(walk);
      return advanceTo(key);
    }
    int order = Arrays.compareUnsigned(key, last);
    if (order == 0) {
      return group.open();
    }
    return order < 0 ? source.rows(key) : advanceTo(key);
  }

  private Cursor advanceTo(byte[] key) {
    lastKey = key;
    KeyedCursor rows = walk;
    while (rows != null && rows.compareKey(key) < 0) {
      rows = step(rows);
    }
    group = new Group(new ArrayList<>(), new ArrayList<>());
    while (rows != null && rows.compareKey(key) == 0) {
      group.rows().add(rows.row());
      group.weights().add(rows.weight());
      rows = step(rows);
    }
    return group.open();
  }

  private @Nullable KeyedCursor step(KeyedCursor rows) {
    checkCanceled.run();
    walk = rows.next() ? rows : null;
    return walk;
  }

  /** The rows of one key. */
  private record Group(List<byte[]> rows, List<Long> weights) {
    Cursor open() {
      return new Cursor() {
        private int at = -1;

        @Override
        public boolean next() {
          return ++at < rows.size();
        }

        @Override
        public byte[] row() {
          return rows.get(at);
        }

        @Override
        public long weight() {
          return weights.get(at);
        }
      };
    }
  }
}
