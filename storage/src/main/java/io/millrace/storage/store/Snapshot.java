package io.millrace.storage.store;

import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import java.util.Arrays;

/**
 * All maps at one version. Immutable and thread-safe.
 *
 * <p>Reading needs a {@link Lease} that was taken before the snapshot was loaded from where it is
 * published; without one, pages may vanish beneath a reader once checkpoints have passed. A map
 * that does not exist at this version reads as empty.
 */
public final class Snapshot {
  /** A snapshot of nothing: all maps are empty. */
  public static final Snapshot EMPTY = new Snapshot(0, new int[0], new StoredMap[0]);

  private final long version;
  private final int[] mapIds;
  private final StoredMap[] maps;

  /** Takes both arrays over: ids ascending, and the map of each. */
  Snapshot(long version, int[] mapIds, StoredMap[] maps) {
    this.version = version;
    this.mapIds = mapIds;
    this.maps = maps;
  }

  /** The version all maps stand at. */
  public long version() {
    return version;
  }

  /** The ids of the maps that exist at this version, ascending. */
  public int[] mapIds() {
    return mapIds.clone();
  }

  /** The weights of one map. Cost: O(log of the number of maps). */
  public Trace trace(int mapId) {
    int slot = Arrays.binarySearch(mapIds, mapId);
    if (slot < 0) {
      return StoredTrace.EMPTY;
    }
    if (maps[slot] instanceof StoredTrace trace) {
      return trace;
    }
    throw new AssertionError("map " + mapId + " holds states, not weights");
  }

  /** The states of one map. Cost: O(log of the number of maps). */
  public StateTrace state(int mapId) {
    int slot = Arrays.binarySearch(mapIds, mapId);
    if (slot < 0) {
      return StoredStateTrace.EMPTY;
    }
    if (maps[slot] instanceof StoredStateTrace state) {
      return state;
    }
    throw new AssertionError("map " + mapId + " holds weights, not states");
  }
}
