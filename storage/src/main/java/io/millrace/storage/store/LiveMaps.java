package io.millrace.storage.store;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStore.TxCounter;
import org.jspecify.annotations.Nullable;

/**
 * The newest state of all maps, and the cutting of snapshots from it.
 *
 * <p>A snapshot is a tuple of map roots that we take ourselves: MVStore's own versions are not
 * transaction versions. One thread at a time writes; {@link #lease()} and {@link #rootsMoved()} are
 * for any thread.
 */
final class LiveMaps {
  private final MVStore store;
  private final TreeMap<Integer, LiveMap> maps = new TreeMap<>();
  private final List<LiveMap> touched = new ArrayList<>();
  private final List<LiveMap> dropped = new ArrayList<>();

  private final AtomicInteger leases = new AtomicInteger();

  private int[] mapIds = {};
  private StoredMap[] roots = {};
  private boolean laidOut;
  private volatile boolean rootsMoved;
  private long changes;

  /** Opens all maps that the store holds: compaction moves only pages of open maps. */
  LiveMaps(MVStore store) {
    this.store = store;
    for (String name : store.getMapNames()) {
      if (name.startsWith(LiveMap.Weights.PREFIX)) {
        int id = Integer.parseInt(name.substring(LiveMap.Weights.PREFIX.length()));
        maps.put(id, new LiveMap.Weights(store, id));
      } else if (name.startsWith(LiveMap.States.PREFIX)) {
        int id = Integer.parseInt(name.substring(LiveMap.States.PREFIX.length()));
        maps.put(id, new LiveMap.States(store, id));
      }
    }
  }

  void apply(int mapId, TraceChange change) {
    LiveMap map = maps.get(mapId);
    if (map == null) {
      map = create(mapId, change instanceof TraceChange.Add);
    }
    touch(map);
    changes += map.apply(change);
  }

  void load(int mapId, Cursor sorted) {
    if (!(touch(mapId, true) instanceof LiveMap.Weights weights)) {
      throw new AssertionError("map " + mapId + " holds states, not weights");
    }
    changes += weights.load(sorted);
  }

  void load(int mapId, StateCursor sorted) {
    if (!(touch(mapId, false) instanceof LiveMap.States states)) {
      throw new AssertionError("map " + mapId + " holds weights, not states");
    }
    changes += states.load(sorted);
  }

  private LiveMap touch(int mapId, boolean weights) {
    LiveMap map = maps.get(mapId);
    if (map == null) {
      map = create(mapId, weights);
    }
    touch(map);
    return map;
  }

  private void touch(LiveMap map) {
    if (!map.touched) {
      map.touched = true;
      touched.add(map);
    }
  }

  private LiveMap create(int mapId, boolean weights) {
    // A dropped map of this number must be gone first, or its entries would come back.
    removeDropped();
    LiveMap map = weights ? new LiveMap.Weights(store, mapId) : new LiveMap.States(store, mapId);
    maps.put(mapId, map);
    laidOut = false;
    return map;
  }

  /** Leaves the map out of later cuts; its pages stay until {@link #removeDropped()}. */
  void drop(int mapId) {
    LiveMap map = maps.remove(mapId);
    if (map != null) {
      dropped.add(map);
      laidOut = false;
    }
  }

  /**
   * Takes the dropped maps out of the store below. Snapshots still read them, since their pages go
   * only when no lease needs them. Cost: O(inner pages).
   */
  void removeDropped() {
    for (LiveMap map : dropped) {
      store.removeMap(map.map());
    }
    dropped.clear();
  }

  boolean hasDropped() {
    return !dropped.isEmpty();
  }

  Snapshot cut(long version) {
    if (rootsMoved || !laidOut) {
      layOut();
    } else if (!touched.isEmpty()) {
      roots = roots.clone();
      for (LiveMap map : touched) {
        // A map that was dropped after it was touched has no slot, but then we laid out anew.
        roots[map.slot] = map.root();
        map.touched = false;
      }
      touched.clear();
    }
    return new Snapshot(version, mapIds, roots);
  }

  private void layOut() {
    rootsMoved = false;
    mapIds = new int[maps.size()];
    roots = new StoredMap[maps.size()];
    int slot = 0;
    for (var entry : maps.entrySet()) {
      LiveMap map = entry.getValue();
      map.slot = slot;
      mapIds[slot] = entry.getKey();
      roots[slot] = map.root();
      slot++;
    }
    for (LiveMap map : touched) {
      map.touched = false;
    }
    touched.clear();
    laidOut = true;
  }

  /**
   * Makes the next cut take all roots anew. Compaction moved pages: the roots that an untouched map
   * had before point to chunks that die some checkpoints from now.
   */
  void rootsMoved() {
    rootsMoved = true;
  }

  /** How many entries were changed since the store was opened. */
  long changes() {
    return changes;
  }

  Lease lease() {
    leases.incrementAndGet();
    if (!store.isPersistent()) {
      // In memory a snapshot's pages live as long as something points to them.
      return new Lease(leases::decrementAndGet);
    }
    @Nullable TxCounter usage = store.registerVersionUsage();
    return new Lease(
        () -> {
          leases.decrementAndGet();
          store.deregisterVersionUsage(usage);
        });
  }

  /** How many leases are held. */
  int leases() {
    return leases.get();
  }
}
