package io.millrace.engine.commit;

import io.millrace.engine.circuit.RelationDelta;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the deltas of some relations from a version on, for whoever has to catch up with commits
 * that go on meanwhile. What waits is kept net, since merged transactions end in the same view: so
 * it takes the memory of the rows that changed, and whoever is slower than the commits still
 * catches up. Thread-safe.
 */
final class Tap {
  /** Some commits' share: the state that the first of them changed, and what all changed. */
  record Delivery(Snapshot before, Map<Integer, RelationDelta> deltas) {}

  private final Set<Integer> relations;
  private final Map<Integer, ZSetBuilder> net = new HashMap<>();
  private final Map<Integer, RelationDelta> latest = new HashMap<>();
  private @Nullable Snapshot before;

  Tap(Set<Integer> relations) {
    this.relations = relations;
  }

  /** Takes what a commit changed; called under the commit lock, so in version order. */
  synchronized void deliver(Snapshot old, Map<Integer, RelationDelta> deltas) {
    deltas.forEach(
        (id, delta) -> {
          if (relations.contains(id)) {
            net.computeIfAbsent(id, key -> new ZSetBuilder()).addAll(delta.delta());
            latest.put(id, delta);
          }
        });
    if (before == null && !net.isEmpty()) {
      before = old;
    }
  }

  /** The net of what was delivered since the last call, or null if that is nothing. */
  synchronized @Nullable Delivery take() {
    Snapshot first = before;
    Map<Integer, RelationDelta> deltas = new HashMap<>();
    net.forEach(
        (id, builder) -> {
          ZSet delta = builder.build();
          RelationDelta like = latest.get(id);
          if (!delta.isEmpty() && like != null) {
            deltas.put(id, new RelationDelta(like.rowType(), like.columnIds(), delta));
          }
        });
    net.clear();
    latest.clear();
    before = null;
    return first == null || deltas.isEmpty() ? null : new Delivery(first, deltas);
  }
}
