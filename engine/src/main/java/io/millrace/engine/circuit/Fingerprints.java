package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What the nodes and slots of a circuit hold, by fingerprint, whichever circuit they stand in.
 *
 * <p>A node's output is a function of its operator and its inputs, and a slot's content of the node
 * that it integrates; so equal fingerprints, of one circuit or of two, mean equal contents.
 * Immutable. Cost: one hash per node and slot, when made.
 */
public final class Fingerprints {
  private final Circuit circuit;
  private final List<Fingerprint> nodes = new ArrayList<>();
  private final List<Fingerprint> slots = new ArrayList<>();

  Fingerprints(Circuit circuit) {
    this.circuit = circuit;
    for (CircuitNode node : circuit.nodes()) {
      CircuitWriter out = new CircuitWriter();
      node.operator().write(out);
      node.inputs().forEach(input -> nodes.get(input).write(out));
      nodes.add(Fingerprint.of(out));
    }
    for (TraceSlot slot : circuit.slots()) {
      slots.add(slot(slot.kind(), slot));
    }
  }

  /** The content of a slot. */
  public Fingerprint slot(int slot) {
    return slots.get(slot);
  }

  /** The content of the view, which is that of an {@link TraceSlot.Kind#INTEGRAL} of its sink. */
  public Fingerprint output() {
    return fingerprint(TraceSlot.Kind.INTEGRAL, nodes.get(circuit.sink()), new CircuitWriter());
  }

  private Fingerprint slot(TraceSlot.Kind kind, TraceSlot slot) {
    CircuitWriter out = new CircuitWriter();
    if (kind == TraceSlot.Kind.STATE) {
      out.writeInt(ordinal(slot));
    } else if (kind != TraceSlot.Kind.INTEGRAL) {
      write(slot.requireKey(), out);
    }
    return fingerprint(kind, nodes.get(slot.node()), out);
  }

  private static Fingerprint fingerprint(
      TraceSlot.Kind kind, Fingerprint node, CircuitWriter details) {
    CircuitWriter out = new CircuitWriter();
    out.writeBytes(kind.name().getBytes(StandardCharsets.US_ASCII));
    node.write(out);
    out.writeBytes(details.toBytes());
    return Fingerprint.of(out);
  }

  /** Which of its operator's states a slot is: they are numbered in the order of the traces. */
  private int ordinal(TraceSlot slot) {
    int before = 0;
    for (TraceSlot other : circuit.slots()) {
      if (other.id() < slot.id()
          && other.node() == slot.node()
          && other.kind() == TraceSlot.Kind.STATE) {
        before++;
      }
    }
    return before;
  }

  private static void write(KeyFormat key, CircuitWriter out) {
    out.writeInts(key.columns());
    for (int i = 0; i < key.size(); i++) {
      out.writeBoolean(key.isTagged(i))
          .writeBoolean(key.isDescending(i))
          .writeBoolean(key.isNullsFirst(i));
    }
  }

  /**
   * What each node does in a tick, given the map of each slot: nodes of several circuits that agree
   * in it read and write the same maps, so one tick of one of them serves all.
   */
  public List<Fingerprint> ticks(IntUnaryOperator mapOfSlot) {
    List<Fingerprint> ticks = new ArrayList<>();
    for (CircuitNode node : circuit.nodes()) {
      CircuitWriter out = new CircuitWriter();
      nodes.get(node.id()).write(out);
      node.inputs().forEach(input -> ticks.get(input).write(out));
      for (int trace = 0; trace < circuit.traces().traces(node.id()); trace++) {
        int place = circuit.traces().place(node.id(), trace);
        out.writeInt(place < 0 ? -1 : mapOfSlot.applyAsInt(place));
      }
      ticks.add(Fingerprint.of(out));
    }
    return List.copyOf(ticks);
  }
}
