package io.millrace.engine.circuit;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One tick of one circuit. Holds what is computed once per tick and shared by its operators. */
final class TickRun {
  private final Circuit circuit;
  private final TraceAllocation traces;
  private final TickInput input;
  private final ZSet[] deltas;

  /** The input's delta by the key of each slot and, behind them, of each served key. */
  private final @Nullable IndexedZSet[] byKey;

  /** What the tick adds to each slot that integrates a node. */
  private final @Nullable ZSet[] entries;

  private final @Nullable ArrangementReader[] served;
  private final SortedMap<Integer, TraceChange> staged = new TreeMap<>();
  private final TickCounts counts;

  TickRun(Circuit circuit, TickInput input) {
    this.circuit = circuit;
    this.traces = circuit.traces();
    this.input = input;
    this.deltas = new ZSet[circuit.nodes().size()];
    this.counts = TickCounts.of(deltas.length, false);
    this.entries = new @Nullable ZSet[traces.slots().size()];
    this.served = new @Nullable ArrangementReader[traces.served().size()];
    this.byKey = new @Nullable IndexedZSet[entries.length + served.length];
  }

  TickResult run() {
    for (CircuitNode node : circuit.nodes()) {
      input.checkCanceled();
      deltas[node.id()] = input.shared(node.id(), () -> tick(node));
    }
    for (TraceSlot slot : traces.slots()) {
      if (slot.kind() != TraceSlot.Kind.STATE && !input.isStaged(slot.id())) {
        ZSet added = entries(slot);
        if (!added.isEmpty()) {
          staged.put(slot.id(), new TraceChange.Add(added));
        }
      }
    }
    return new TickResult(deltas[circuit.sink()], staged, counts);
  }

  private ZSet tick(CircuitNode node) {
    Operator operator = node.operator();
    List<ZSet> inputDeltas = new ArrayList<>(node.inputs().size());
    boolean runs = input.isFirst() && operator.emitsOverNothing();
    long rowsIn = 0;
    for (int id : node.inputs()) {
      inputDeltas.add(deltas[id]);
      rowsIn += deltas[id].size();
    }
    if (operator instanceof Source source) {
      rowsIn = input.delta(source.relationId()).map(d -> d.delta().size()).orElse(0);
    }
    return runs || rowsIn > 0 ? counted(node, inputDeltas, rowsIn) : ZSet.EMPTY;
  }

  private ZSet counted(CircuitNode node, List<ZSet> inputDeltas, long rowsIn) {
    long start = System.nanoTime();
    ZSet output = tick(node.operator(), new NodeContext(node.id()), inputDeltas);
    counts.nanos()[node.id()] = System.nanoTime() - start;
    counts.rowsIn()[node.id()] = rowsIn;
    counts.rowsOut()[node.id()] = output.size();
    return output;
  }

  private static ZSet tick(Operator operator, TickContext context, List<ZSet> deltas) {
    try {
      return operator.tick(context, deltas);
    } catch (DatabaseException e) {
      throw e.code() == ErrorCode.QUERY_CANCELED ? e : new OperatorException(operator, e);
    } catch (ArithmeticException | RowException e) {
      throw new OperatorException(operator, e);
    }
  }

  private ZSet entries(TraceSlot slot) {
    ZSet known = entries[slot.id()];
    if (known == null) {
      known = entriesOf(slot, deltas[slot.node()]);
      entries[slot.id()] = known;
    }
    return known;
  }

  private static ZSet entriesOf(TraceSlot slot, ZSet delta) {
    if (delta.isEmpty() || slot.kind() == TraceSlot.Kind.INTEGRAL) {
      return delta;
    }
    KeyFormat format = slot.requireKey();
    ZSetBuilder builder = new ZSetBuilder(delta.size());
    boolean whole = slot.kind() == TraceSlot.Kind.ARRANGEMENT;
    for (int i = 0; i < delta.size(); i++) {
      byte[] row = delta.row(i);
      byte[] entry = whole ? (format.hasKey(row) ? format.entry(row) : null) : format.key(row);
      if (entry != null) {
        builder.add(entry, delta.weight(i));
      }
    }
    return builder.build();
  }

  private ArrangementReader served(int index) {
    ArrangementReader reader = served[index];
    if (reader == null) {
      ServedKey key = traces.served().get(index);
      Source source = (Source) circuit.nodes().get(key.node()).operator();
      reader = ServedArrangement.of(key, source, input.relation(key.relationId()));
      served[index] = reader;
    }
    return reader;
  }

  private IndexedZSet byKey(int place) {
    int index = place >= 0 ? place : entries.length - 1 - place;
    IndexedZSet known = byKey[index];
    if (known == null) {
      known = place >= 0 ? byKeyOfSlot(place) : byServedKey(-1 - place);
      byKey[index] = known;
    }
    return known;
  }

  private IndexedZSet byKeyOfSlot(int slotId) {
    TraceSlot slot = traces.slots().get(slotId);
    return IndexedZSet.of(deltas[slot.node()], slot.requireKey()::key);
  }

  private IndexedZSet byServedKey(int index) {
    ServedKey key = traces.served().get(index);
    return IndexedZSet.of(deltas[key.node()], key.key()::key);
  }

  /** What one node's operator sees. */
  private final class NodeContext implements TickContext {
    private final int node;

    NodeContext(int node) {
      this.node = node;
    }

    private int place(int trace) {
      return traces.place(node, trace);
    }

    @Override
    public ArrangementReader arrangement(int trace) {
      counts.probed()[node] = true;
      return reader(trace);
    }

    @Override
    public ArrangementReader arrangement(int trace, long lookups) {
      ArrangementReader reader = reader(trace);
      if (lookups == 0) {
        return reader;
      }
      if (!input.strategy().scans(lookups, reader.entries())) {
        counts.probed()[node] = true;
        return reader;
      }
      counts.scanned()[node] = true;
      return new ScannedArrangement(reader, input::checkCanceled);
    }

    private ArrangementReader reader(int trace) {
      int place = place(trace);
      return place < 0 ? served(-1 - place) : new KeptArrangement(input.trace(place));
    }

    @Override
    public IndexedZSet arrangementDelta(int trace) {
      return byKey(place(trace));
    }

    @Override
    public Trace trace(int trace) {
      return input.trace(place(trace));
    }

    @Override
    public ZSet traceDelta(int trace) {
      return entries(traces.slots().get(place(trace)));
    }

    @Override
    public StateTrace state(int trace) {
      return input.state(place(trace));
    }

    @Override
    public void stage(int trace, SortedMap<byte[], byte @Nullable []> values) {
      if (values.isEmpty()) {
        return;
      }
      if (values.comparator() != RowOrder.COMPARATOR) {
        throw new AssertionError("staged values must be ordered by RowOrder.COMPARATOR");
      }
      if (staged.put(place(trace), new TraceChange.Put(values)) != null) {
        throw new AssertionError("trace " + trace + " of node " + node + " was staged twice");
      }
    }

    @Override
    public RelationDelta relationDelta(int relationId) {
      return input
          .delta(relationId)
          .orElseThrow(() -> new AssertionError("relation " + relationId + " must have changed"));
    }

    @Override
    public boolean isFirst() {
      return input.isFirst();
    }

    @Override
    public EvaluationFrame frame(RowType rowType) {
      return input.frame(rowType);
    }

    @Override
    public void checkCanceled() {
      input.checkCanceled();
    }
  }
}
