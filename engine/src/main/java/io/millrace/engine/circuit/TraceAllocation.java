package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives each trace that an operator asks for its place: a slot of the circuit, or a key that a
 * relation serves. Equal traces of one node are one.
 *
 * <p>Deterministic: slots are numbered by the first operator that asks, in the order of the nodes.
 */
final class TraceAllocation {
  private record Wanted(TraceSlot.Kind kind, int node, int ordinal, @Nullable KeyFormat key) {}

  private final List<CircuitNode> nodes;
  private final BiPredicate<CircuitNode, KeyFormat> isServed;
  private final List<TraceSlot> slots = new ArrayList<>();
  private final List<ServedKey> served = new ArrayList<>();
  private final Map<Wanted, Integer> places = new HashMap<>();
  private final int[][] bindings;

  /**
   * Places all traces of some nodes.
   *
   * @param isServed whether a source's relation serves a key
   */
  TraceAllocation(List<CircuitNode> nodes, BiPredicate<CircuitNode, KeyFormat> isServed) {
    this.nodes = nodes;
    this.isServed = isServed;
    this.bindings = new int[nodes.size()][];
    for (CircuitNode node : nodes) {
      List<TraceSpec> specs = node.operator().traces();
      int[] places = new int[specs.size()];
      for (int i = 0; i < places.length; i++) {
        places[i] = place(node, i, specs.get(i));
      }
      bindings[node.id()] = places;
    }
  }

  private int place(CircuitNode node, int ordinal, TraceSpec spec) {
    if (spec instanceof TraceSpec.Arrangement arrangement) {
      CircuitNode input = nodes.get(node.inputs().get(arrangement.input()));
      KeyFormat key = arrangement.key();
      boolean fromRelation = input.operator() instanceof Source && isServed.test(input, key);
      Wanted wanted = new Wanted(TraceSlot.Kind.ARRANGEMENT, input.id(), 0, key);
      return places.computeIfAbsent(wanted, w -> fromRelation ? serve(input, key) : keep(w));
    }
    if (spec instanceof TraceSpec.Projection projection) {
      int input = node.inputs().get(projection.input());
      return slot(new Wanted(TraceSlot.Kind.PROJECTION, input, 0, projection.key()));
    }
    if (spec instanceof TraceSpec.Integral integral) {
      int input = node.inputs().get(integral.input());
      return slot(new Wanted(TraceSlot.Kind.INTEGRAL, input, 0, null));
    }
    return slot(new Wanted(TraceSlot.Kind.STATE, node.id(), ordinal, null));
  }

  private int slot(Wanted wanted) {
    return places.computeIfAbsent(wanted, this::keep);
  }

  private int keep(Wanted wanted) {
    slots.add(new TraceSlot(slots.size(), wanted.kind(), wanted.node(), wanted.key()));
    return slots.size() - 1;
  }

  /** Served keys are numbered downwards from -1. */
  private int serve(CircuitNode source, KeyFormat key) {
    served.add(new ServedKey(source.id(), ((Source) source.operator()).relationId(), key));
    return -served.size();
  }

  List<TraceSlot> slots() {
    return slots;
  }

  List<ServedKey> served() {
    return served;
  }

  /** The place of a node's trace: a slot, or {@code -1 - i} for served key {@code i}. */
  int place(int node, int trace) {
    return bindings[node][trace];
  }

  /** The number of traces of a node. */
  int traces(int node) {
    return bindings[node].length;
  }
}
