package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The kept views of a catalog as blocks, found by the relations that they read. A view's block is
 * made once, from its stored circuit, and again when a table beneath it gets other constraints,
 * since those prove what matches. Thread-safe.
 */
public final class Candidates {
  private final Function<View, Circuit> circuits;
  private final Map<Integer, Made> byView = new ConcurrentHashMap<>();
  private volatile @Nullable ByRelation latest;

  /** What a view was made into, while the relations beneath it were these. */
  private record Made(View view, List<Relation> beneath, List<Candidate> candidates) {
    /** Whether all are still defined as they were; a definition that changes is another object. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(View current, Catalog catalog) {
      return view == current
          && beneath.stream().allMatch(r -> catalog.relation(r.id()).orElse(null) == r);
    }
  }

  /** Which views of one catalog read a relation, all and those that are alike. */
  private record ByRelation(
      Catalog catalog, Map<Integer, List<Candidate>> candidates, Map<Integer, List<Alike>> alike) {}

  /**
   * Views that read the same leaves and keep a part of the values of the same column.
   *
   * @param members by their places among all candidates
   */
  private record Alike(
      List<String> cores, Candidate.@Nullable Bound first, Map<Integer, Candidate> members) {}

  private record Likeness(List<String> cores, String core, String column) {
    static Likeness of(Candidate candidate) {
      Candidate.Bound bound = first(candidate);
      return new Likeness(
          candidate.neededCores(),
          bound == null ? "" : bound.core(),
          bound == null ? "" : bound.column());
    }
  }

  private static Candidate.@Nullable Bound first(Candidate candidate) {
    return candidate.bounds().isEmpty() ? null : candidate.bounds().get(0);
  }

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

  /**
   * Of the views that read any of a block's relations those of which it does not show at a glance
   * that they don't match. Cost: grows with the kinds of views, and with the views that keep part
   * of a column that the block restricts.
   */
  Collection<Candidate> near(Block block, Facts facts, Catalog catalog) {
    Prospects prospects = new Prospects(block, facts);
    return filtered(
        block,
        catalog,
        alike -> prospects.mayMatch(alike.cores(), alike.first()),
        prospects::mayMatch);
  }

  /** The same of views that may have some of the rows that a block asks for. */
  Collection<Candidate> nearParts(Block block, Facts facts, Catalog catalog) {
    Prospects prospects = new Prospects(block, facts);
    return filtered(
        block, catalog, alike -> prospects.mayMatch(alike.cores(), null), prospects::makesTests);
  }

  private Collection<Candidate> filtered(
      Block block, Catalog catalog, Predicate<Alike> group, Predicate<Candidate> member) {
    Map<Integer, List<Alike>> known = byRelation(catalog).alike();
    Map<Integer, Candidate> found = new TreeMap<>();
    for (int id : block.relationIds()) {
      for (Alike alike : known.getOrDefault(id, List.of())) {
        if (group.test(alike)) {
          for (Map.Entry<Integer, Candidate> each : alike.members().entrySet()) {
            if (member.test(each.getValue())) {
              found.put(each.getKey(), each.getValue());
            }
          }
        }
      }
    }
    return found.values();
  }

  private static Map<Integer, List<Alike>> alike(
      Map<Integer, List<Candidate>> byRelation, Map<Candidate, Integer> places) {
    Map<Integer, List<Alike>> result = new HashMap<>();
    byRelation.forEach(
        (id, candidates) -> {
          Map<Likeness, Alike> groups = new LinkedHashMap<>();
          for (Candidate candidate : candidates) {
            groups
                .computeIfAbsent(
                    Likeness.of(candidate),
                    like -> new Alike(like.cores(), first(candidate), new LinkedHashMap<>()))
                .members()
                .put(Objects.requireNonNull(places.get(candidate)), candidate);
          }
          result.put(id, List.copyOf(groups.values()));
        });
    return result;
  }

  private ByRelation byRelation(Catalog catalog) {
    ByRelation known = latest;
    if (known != null && known.catalog() == catalog) {
      return known;
    }
    Map<Integer, List<Candidate>> candidates = new HashMap<>();
    Map<Candidate, Integer> places = new HashMap<>();
    for (View view : catalog.maintainedViews()) {
      for (Candidate candidate : candidatesOf(view, catalog)) {
        places.put(candidate, places.size());
        for (int id : candidate.block().relationIds()) {
          candidates.computeIfAbsent(id, any -> new ArrayList<>()).add(candidate);
        }
      }
    }
    byView.keySet().removeIf(id -> catalog.relation(id).isEmpty());
    ByRelation made = new ByRelation(catalog, candidates, alike(candidates, places));
    latest = made;
    return made;
  }

  private List<Candidate> candidatesOf(View view, Catalog catalog) {
    Made known = byView.get(view.id());
    if (known != null && known.isOf(view, catalog)) {
      return known.candidates();
    }
    List<Candidate> made = new ArrayList<>();
    PlanNode root = plan(circuits.apply(view));
    Set<Integer> beneath = new TreeSet<>(Block.relationIds(root));
    add(view, root, catalog, made);
    boolean readsViews =
        circuits.apply(view).relationIds().stream()
            .anyMatch(id -> catalog.require(id) instanceof View);
    if (readsViews) {
      PlanNode expanded = new ViewExpansion(catalog, this::planOf).expand(root);
      beneath.addAll(Block.relationIds(expanded));
      add(view, expanded, catalog, made);
    }
    List<Relation> relations = beneath.stream().map(catalog::require).toList();
    byView.put(view.id(), new Made(view, relations, List.copyOf(made)));
    return made;
  }

  private static void add(View view, PlanNode root, Catalog catalog, List<Candidate> made) {
    Block block = BlockReader.read(root, catalog);
    made.add(new Candidate(view, block, List.of()));
    Candidate first = TopRows.candidate(view, block, catalog);
    if (first != null) {
      made.add(first);
    }
    made.addAll(OuterParts.of(view, root, catalog));
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
