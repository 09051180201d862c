package io.millrace.storage.store;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;

/**
 * The newest state of one map, which the writer changes. One thread at a time, but for compaction,
 * which moves pages beneath it and never changes an entry.
 */
abstract sealed class LiveMap {
  /** The place in the arrays of a snapshot; set whenever those are laid out anew. */
  int slot;

  /** Whether the last cut is behind this map. */
  boolean touched;

  abstract MVMap<byte[], ?> map();

  abstract StoredMap root();

  /** Applies a change, entry by entry in key order, and returns how many entries it had. */
  abstract long apply(TraceChange change);

  /** A map of entries and weights. */
  static final class Weights extends LiveMap {
    static final String PREFIX = "weights.";

    private final MVMap<byte[], Long> map;

    Weights(MVStore store, int id) {
      map =
          store.openMap(
              PREFIX + id,
              new MVMap.Builder<byte[], Long>()
                  .keyType(EntryType.INSTANCE)
                  .valueType(WeightType.INSTANCE));
    }

    @Override
    MVMap<byte[], Long> map() {
      return map;
    }

    @Override
    StoredMap root() {
      return new StoredTrace(map.getRootPage());
    }

    @Override
    long apply(TraceChange change) {
      if (!(change instanceof TraceChange.Add add)) {
        throw new AssertionError(map.getName() + " takes Z-sets, but was given " + change);
      }
      ZSet entries = add.entries();
      int size = entries.size();
      for (int i = 0; i < size; i++) {
        add(entries.row(i), entries.weight(i));
      }
      return size;
    }

    long load(Cursor sorted) {
      long count = 0;
      while (sorted.next()) {
        add(sorted.row(), sorted.weight());
        count++;
      }
      return count;
    }

    private void add(byte[] entry, long weight) {
      operate(map, entry, weight, AddWeight.INSTANCE);
    }
  }

  /** A map of keys and values. */
  static final class States extends LiveMap {
    static final String PREFIX = "states.";

    private final MVMap<byte[], byte[]> map;

    States(MVStore store, int id) {
      map =
          store.openMap(
              PREFIX + id,
              new MVMap.Builder<byte[], byte[]>()
                  .keyType(EntryType.INSTANCE)
                  .valueType(EntryType.INSTANCE));
    }

    @Override
    MVMap<byte[], byte[]> map() {
      return map;
    }

    @Override
    StoredMap root() {
      return new StoredStateTrace(map.getRootPage());
    }

    @Override
    long apply(TraceChange change) {
      if (!(change instanceof TraceChange.Put put)) {
        throw new AssertionError(map.getName() + " takes states, but was given " + change);
      }
      for (Map.Entry<byte[], byte @Nullable []> entry : put.values().entrySet()) {
        put(entry.getKey(), entry.getValue());
      }
      return put.values().size();
    }

    long load(StateCursor sorted) {
      long count = 0;
      while (sorted.next()) {
        put(sorted.key(), sorted.value());
        count++;
      }
      return count;
    }

    private void put(byte[] key, byte @Nullable [] value) {
      operate(
          map, key, value, value == null ? MVMap.DecisionMaker.REMOVE : MVMap.DecisionMaker.PUT);
    }
  }

  /**
   * One read-modify-write descent. When compaction holds the root, MVStore may sleep, and turns an
   * interrupt of that sleep into an exception before anything has changed; an interrupted caller
   * must not cost us the database, so we try again and give the interrupt back afterwards.
   */
  private static <V> void operate(
      MVMap<byte[], V> map,
      byte[] key,
      @Nullable V value,
      MVMap.DecisionMaker<? super V> decisionMaker) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          map.operate(key, value, decisionMaker);
          return;
        } catch (RuntimeException e) {
          if (!(e.getCause() instanceof InterruptedException)) {
            throw e;
          }
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Adds weights; an entry whose weight becomes 0 leaves the map. */
  private static final class AddWeight extends MVMap.DecisionMaker<Long> {
    static final AddWeight INSTANCE = new AddWeight();

    @Override
    public MVMap.Decision decide(@Nullable Long existing, Long added) {
      return existing != null && existing == -added ? MVMap.Decision.REMOVE : MVMap.Decision.PUT;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Long is final: T is Long
    public <T extends Long> T selectValue(@Nullable T existing, T added) {
      return existing == null ? added : (T) Long.valueOf(Math.addExact(existing, added));
    }
  }
}
