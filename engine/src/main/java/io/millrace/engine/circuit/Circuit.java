package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * A query as a circuit of operators in their incremental forms, after theory.md section 3
 * (algorithm 4.1): one tick takes the changes of relations and yields the change of the sink's
 * output.
 *
 * <p>Nodes stand in topological order; equal subtrees are one node. What has to be remembered from
 * tick to tick stands in numbered {@link #slots()}, whose contents the caller keeps, or is {@link
 * #served()} by a relation's primary key or index.
 *
 * <p>The stored form, by {@link CircuitWriter}: the format's number, the number of nodes, each node
 * as its operator and its inputs, the sink, and the served arrangements, each as the first node
 * that reads it and that node's trace. Slots follow from the nodes.
 *
 * <p>Immutable and thread-safe. A tick costs what its operators cost; a node none of whose inputs
 * changed costs nothing but a look.
 */
public final class Circuit {
  /** The format of {@link #toBytes()}, and the version of what operators keep in traces. */
  private static final int FORMAT = 2;

  private final List<CircuitNode> nodes;
  private final int sink;
  private final TraceAllocation traces;
  private final byte[] bytes;
  private final Fingerprints fingerprints;

  /** For {@link CircuitBuilder} and {@link #fromBytes}. */
  Circuit(List<CircuitNode> nodes, int sink, BiPredicate<CircuitNode, KeyFormat> isServed) {
    this.nodes = List.copyOf(nodes);
    this.sink = sink;
    this.traces = new TraceAllocation(this.nodes, isServed);
    this.bytes = write();
    this.fingerprints = new Fingerprints(this);
  }

  /** All nodes; each after its inputs. */
  public List<CircuitNode> nodes() {
    return nodes;
  }

  /** The node whose output is the circuit's. */
  public int sink() {
    return sink;
  }

  /** The type of the rows that come out. */
  public RowType outputType() {
    return nodes.get(sink).operator().outputType();
  }

  /** The traces that the circuit keeps, by their numbers. */
  public List<TraceSlot> slots() {
    return List.copyOf(traces.slots());
  }

  /** The arrangements that relations serve. */
  public List<ServedKey> served() {
    return List.copyOf(traces.served());
  }

  /** The tables and views that the circuit reads, ascending. */
  public Set<Integer> relationIds() {
    Set<Integer> ids = new TreeSet<>();
    for (CircuitNode node : nodes) {
      if (node.operator() instanceof Source source) {
        ids.add(source.relationId());
      }
    }
    return ids;
  }

  /** The slots that a node's operator reads; two operators may read the same one. */
  public List<Integer> slotsReadBy(int node) {
    return placesReadBy(node).filter(place -> place >= 0).boxed().toList();
  }

  /** The positions in {@link #served()} of the arrangements that a node's operator reads. */
  public List<Integer> servedReadBy(int node) {
    return placesReadBy(node).filter(place -> place < 0).map(place -> -1 - place).boxed().toList();
  }

  private IntStream placesReadBy(int node) {
    return IntStream.range(0, traces.traces(node)).map(i -> traces.place(node, i)).distinct();
  }

  /** What its nodes and slots hold, for other circuits to compare. */
  public Fingerprints fingerprints() {
    return fingerprints;
  }

  TraceAllocation traces() {
    return traces;
  }

  /**
   * One tick. Reads the state before it, changes nothing: the caller applies what was staged.
   *
   * @throws io.millrace.engine.error.DatabaseException if an expression fails, or 57014
   * @throws ArithmeticException if a weight leaves 64 bits (22003)
   * @throws io.millrace.storage.row.RowException if a row cannot be encoded
   */
  public TickResult tick(TickInput input) {
    return new TickRun(this, input).run();
  }

  /** The stored form. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** A hash of the stored form: equal circuits have equal hashes, in every version and process. */
  public long hash() {
    return Fingerprint.of(bytes).high();
  }

  private byte[] write() {
    CircuitWriter out = new CircuitWriter();
    out.writeInt(FORMAT).writeInt(nodes.size());
    for (CircuitNode node : nodes) {
      node.operator().write(out);
      out.writeInts(node.inputs());
    }
    out.writeInt(sink);
    out.writeInt(traces.served().size());
    for (int i = 0; i < traces.served().size(); i++) {
      writeFirstReader(-1 - i, out);
    }
    return out.toBytes();
  }

  private void writeFirstReader(int place, CircuitWriter out) {
    for (CircuitNode node : nodes) {
      for (int trace = 0; trace < traces.traces(node.id()); trace++) {
        if (traces.place(node.id(), trace) == place) {
          out.writeInt(node.id()).writeInt(trace);
          return;
        }
      }
    }
    throw new AssertionError("nobody reads served key " + place);
  }

  /**
   * Reads a stored circuit.
   *
   * @throws io.millrace.engine.error.DatabaseException XX001 if the bytes make no sense
   */
  public static Circuit fromBytes(byte[] bytes, OperatorReader operators) {
    CircuitReader in = new CircuitReader(bytes);
    int format = in.readInt();
    if (format != FORMAT) {
      throw in.corrupted("its format is " + format + " but must be " + FORMAT);
    }
    int size = in.readSize();
    List<CircuitNode> nodes = new ArrayList<>(size);
    for (int id = 0; id < size; id++) {
      Operator operator = operators.read(in);
      nodes.add(new CircuitNode(id, operator, checkBefore(in.readIntList(), id, in)));
    }
    int sink = in.readInt();
    checkBefore(List.of(sink), size, in);
    List<ServedArrangementKey> served = readServed(in, nodes);
    return new Circuit(
        nodes, sink, (node, key) -> served.contains(new ServedArrangementKey(node.id(), key)));
  }

  private record ServedArrangementKey(int node, KeyFormat key) {}

  private static List<ServedArrangementKey> readServed(CircuitReader in, List<CircuitNode> nodes) {
    int size = in.readSize();
    List<ServedArrangementKey> served = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      int reader = in.readInt();
      checkBefore(List.of(reader), nodes.size(), in);
      CircuitNode node = nodes.get(reader);
      int trace = in.readInt();
      if (trace < 0
          || trace >= node.operator().traces().size()
          || !(node.operator().traces().get(trace) instanceof TraceSpec.Arrangement spec)) {
        throw in.corrupted("node " + reader + " has no arrangement " + trace);
      }
      served.add(new ServedArrangementKey(node.inputs().get(spec.input()), spec.key()));
    }
    return served;
  }

  private static List<Integer> checkBefore(List<Integer> ids, int limit, CircuitReader in) {
    for (int id : ids) {
      if (id < 0 || id >= limit) {
        throw in.corrupted("node " + id + " must be below " + limit);
      }
    }
    return ids;
  }
}
