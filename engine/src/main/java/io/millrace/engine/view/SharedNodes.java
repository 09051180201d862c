package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Fingerprint;
import io.millrace.engine.error.DatabaseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that several views of a catalog have in common, maps included: one tick of such a node
 * serves them all. Immutable; made once per catalog.
 */
final class SharedNodes {
  private final Catalog catalog;
  private final Map<Integer, List<Fingerprint>> ticks = new HashMap<>();
  private final Set<Fingerprint> shared = new HashSet<>();

  SharedNodes(Catalog catalog, Circuits circuits) {
    this.catalog = catalog;
    Set<Fingerprint> seen = new HashSet<>();
    for (View view : catalog.maintainedViews()) {
      List<Fingerprint> nodes = ticks(view, circuits);
      ticks.put(view.id(), nodes);
      nodes.stream().filter(node -> !seen.add(node)).forEach(shared::add);
    }
  }

  /** A circuit that cannot be read shares nothing; its view's own tick says what is wrong. */
  private static List<Fingerprint> ticks(View view, Circuits circuits) {
    try {
      return circuits.of(view).fingerprints().ticks(slot -> StoredTick.mapId(view, slot));
    } catch (DatabaseException e) {
      return List.of();
    }
  }

  Catalog catalog() {
    return catalog;
  }

  /** What a node does in each tick, if another view has the same; else null. */
  @Nullable Fingerprint of(View view, int node) {
    if (shared.isEmpty()) {
      return null;
    }
    Fingerprint tick = ticks.getOrDefault(view.id(), List.of()).get(node);
    return shared.contains(tick) ? tick : null;
  }
}
