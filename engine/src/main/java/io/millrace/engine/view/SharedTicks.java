package io.millrace.engine.view;

import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Fingerprint;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What circuits have in common in one commit: a node that stands in several is ticked by the first
 * that comes to it, and the change of a map that several keep is staged once. One thread at a time.
 */
final class SharedTicks {
  private final SharedNodes nodes;
  private final Map<Integer, TraceChange> staged;
  private final Map<Fingerprint, ZSet> deltas = new HashMap<>();
  private final Map<Fingerprint, ZSet> ofThisCircuit = new HashMap<>();

  /**
   * For one commit.
   *
   * @param staged what the circuits that have ticked staged, by map id; seen as it grows
   */
  SharedTicks(SharedNodes nodes, Map<Integer, TraceChange> staged) {
    this.nodes = nodes;
    this.staged = staged;
  }

  ZSet delta(View view, int node, Supplier<ZSet> tick) {
    Fingerprint fingerprint = nodes.of(view, node);
    if (fingerprint == null) {
      return tick.get();
    }
    ZSet delta = deltas.get(fingerprint);
    if (delta == null) {
      delta = tick.get();
      ofThisCircuit.put(fingerprint, delta);
    }
    return delta;
  }

  boolean isStaged(int mapId) {
    return staged.containsKey(mapId);
  }

  /** Lets later circuits use what this one has computed, now that what it staged stands. */
  void keep() {
    deltas.putAll(ofThisCircuit);
    ofThisCircuit.clear();
  }

  /** Forgets what this circuit has computed, since what it would stage is dropped. */
  void discard() {
    ofThisCircuit.clear();
  }
}
