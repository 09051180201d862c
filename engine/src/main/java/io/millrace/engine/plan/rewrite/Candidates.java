package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The kept views of a catalog as blocks, found by the relations that they read. A view's block is
 * made once, from its stored circuit, and again when a table beneath it gets other constraints,
 * since those prove what matches. Thread-safe.
 */
public final class Candidates {
  private final Function<View, Circuit> circuits;
  private final Map<Integer, List<Candidate>> byView = new ConcurrentHashMap<>();
  private volatile @Nullable ByRelation latest;

  /** Which views of one catalog read a relation. */
  private record ByRelation(Catalog catalog, Map<Integer, List<Candidate>> candidates) {}

  /**
   * @param circuits gives the circuit of a kept view
   */
  public Candidates(Function<View, Circuit> circuits) {
    this.circuits = circuits;
  }

  /** Whether any view reads any of these relations. */
  boolean isAnyReading(Set<Integer> relationIds, Catalog catalog) {
    Map<Integer, List<Candidate>> known = byRelation(catalog).candidates();
    return relationIds.stream().anyMatch(known::containsKey);
  }

  /** The views that read any of these relations. */
  Collection<Candidate> reading(Set<Integer> relationIds, Catalog catalog) {
    Map<Integer, List<Candidate>> known = byRelation(catalog).candidates();
    if (relationIds.size() == 1) {
      return known.getOrDefault(relationIds.iterator().next(), List.of());
    }
    Set<Candidate> found = new LinkedHashSet<>();
    relationIds.forEach(id -> found.addAll(known.getOrDefault(id, List.of())));
    return found;
  }

  private ByRelation byRelation(Catalog catalog) {
    ByRelation known = latest;
    if (known != null && known.catalog() == catalog) {
      return known;
    }
    Map<Integer, List<Candidate>> candidates = new HashMap<>();
    for (View view : catalog.maintainedViews()) {
      for (Candidate candidate : candidatesOf(view, catalog)) {
        for (int id : candidate.block().relationIds()) {
          candidates.computeIfAbsent(id, any -> new ArrayList<>()).add(candidate);
        }
      }
    }
    byView.keySet().removeIf(id -> catalog.relation(id).isEmpty());
    ByRelation made = new ByRelation(catalog, candidates);
    latest = made;
    return made;
  }

  private List<Candidate> candidatesOf(View view, Catalog catalog) {
    List<Candidate> known = byView.get(view.id());
    if (known != null && known.stream().allMatch(candidate -> candidate.isOf(view, catalog))) {
      return known;
    }
    List<Candidate> made = new ArrayList<>();
    PlanNode root = plan(circuits.apply(view));
    add(view, root, catalog, made);
    boolean readsViews =
        circuits.apply(view).relationIds().stream()
            .anyMatch(id -> catalog.require(id) instanceof View);
    if (readsViews) {
      add(view, new ViewExpansion(catalog, this::planOf).expand(root), catalog, made);
    }
    byView.put(view.id(), List.copyOf(made));
    return made;
  }

  private static void add(View view, PlanNode root, Catalog catalog, List<Candidate> made) {
    Block block = BlockReader.read(root, catalog);
    made.add(new Candidate(view, block, List.of()));
    Candidate first = TopRows.candidate(view, block, catalog);
    if (first != null) {
      made.add(first);
    }
    InnerPart.of(view, root, catalog).ifPresent(made::add);
    WindowInput.of(view, root, catalog).ifPresent(made::add);
    made.addAll(UnionParts.of(view, root, catalog));
  }

  private PlanNode planOf(View view) {
    return plan(circuits.apply(view));
  }

  /** A circuit as a plan. */
  private static PlanNode plan(Circuit circuit) {
    List<PlanNode> nodes = new ArrayList<>();
    for (CircuitNode node : circuit.nodes()) {
      nodes.add(new PlanNode(node.operator(), node.inputs().stream().map(nodes::get).toList()));
    }
    return nodes.get(circuit.sink());
  }
}
