package io.millrace.engine.commit;

import io.millrace.engine.circuit.RelationDelta;
import io.millrace.storage.store.Snapshot;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the deltas of some relations from a version on, for whoever has to catch up with commits
 * that go on meanwhile. Thread-safe.
 */
final class Tap {
  /** One commit's share: the state it changed, and what it changed. */
  record Delivery(Snapshot before, Map<Integer, RelationDelta> deltas) {}

  private final Set<Integer> relations;
  private final Queue<Delivery> deliveries = new ArrayDeque<>();

  Tap(Set<Integer> relations) {
    this.relations = relations;
  }

  /** Takes what a commit changed; called under the commit lock, so in version order. */
  synchronized void deliver(Snapshot before, Map<Integer, RelationDelta> deltas) {
    Map<Integer, RelationDelta> mine = new HashMap<>(deltas);
    mine.keySet().retainAll(relations);
    if (!mine.isEmpty()) {
      deliveries.add(new Delivery(before, mine));
    }
  }

  /** The oldest delivery not yet taken, or null. */
  synchronized @Nullable Delivery poll() {
    return deliveries.poll();
  }
}
