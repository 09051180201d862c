package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.KeyedCursor;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.TickCosts;
import io.millrace.engine.circuit.TickCounts;
import io.millrace.engine.circuit.TickInput;
import io.millrace.engine.circuit.TickResult;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A circuit with traces and relations in memory: runs ticks as the commit pipeline does, and the
 * same circuit as a query over the relations' contents.
 */
final class CircuitRun {
  /** A relation: its id, its rows' type and its columns' ids. */
  record Relation(int id, RowType rowType, List<Integer> columnIds) {}

  private final Circuit circuit;
  private final TickStrategy strategy;
  private final Map<Integer, Relation> relations = new TreeMap<>();
  private final Map<Integer, ZSet> contents = new TreeMap<>();
  private final Map<Integer, HeapTrace> traces = new TreeMap<>();
  private final Map<Integer, HeapState> states = new TreeMap<>();
  private boolean first = true;
  private long steps;
  private ZSet output = ZSet.EMPTY;
  private TickResult last = new TickResult(ZSet.EMPTY, new TreeMap<>(), TickCounts.of(0, false));

  CircuitRun(Circuit circuit, List<Relation> relations) {
    this(circuit, relations, TickCosts.MEASURED);
  }

  /** A run whose ticks go the ways that a strategy says. */
  CircuitRun(Circuit circuit, List<Relation> relations, TickStrategy strategy) {
    this.circuit = circuit;
    this.strategy = strategy;
    relations.forEach(relation -> this.relations.put(relation.id(), relation));
    for (TraceSlot slot : circuit.slots()) {
      if (slot.kind() == TraceSlot.Kind.STATE) {
        states.put(slot.id(), new HeapState());
      } else {
        traces.put(slot.id(), new HeapTrace());
      }
    }
  }

  /** One tick with the changes of relations by id; applies what it staged; returns the view's. */
  ZSet tick(Map<Integer, ZSet> deltas) {
    steps = 0;
    last = circuit.tick(new Tick(deltas));
    last.staged().forEach(this::apply);
    deltas.forEach((id, delta) -> contents.merge(id, delta, ZSet::plus));
    output = output.plus(last.viewDelta());
    first = false;
    return last.viewDelta();
  }

  private void apply(int slot, TraceChange change) {
    if (change instanceof TraceChange.Add add) {
      Objects.requireNonNull(traces.get(slot)).add(add.entries());
    } else if (change instanceof TraceChange.Put put) {
      Objects.requireNonNull(states.get(slot)).put(put.values());
    }
  }

  /** What the last tick staged. */
  TickResult last() {
    return last;
  }

  /** How often operators looked in the last tick whether it goes on: for most, at each row read. */
  long steps() {
    return steps;
  }

  /** Whether an operator scanned in the last tick. */
  boolean hasScanned() {
    for (boolean scanned : last.counts().scanned()) {
      if (scanned) {
        return true;
      }
    }
    return false;
  }

  /** The sum of all view deltas. */
  ZSet output() {
    return output;
  }

  ZSet contents(int relationId) {
    return contents.getOrDefault(relationId, ZSet.EMPTY);
  }

  /** Everything that the circuit remembers, comparable by equals. */
  List<Object> state() {
    List<Object> state = new ArrayList<>();
    traces.forEach((slot, trace) -> state.add(trace.contents()));
    states.forEach((slot, kept) -> state.add(kept.contents()));
    return state;
  }

  /** The number of entries that the circuit remembers. */
  long stateSize() {
    return traces.values().stream().mapToLong(Trace::size).sum()
        + states.values().stream().mapToLong(StateTrace::size).sum();
  }

  /**
   * The circuit as a query over the relations as they are.
   *
   * @param stored whether inputs serve any key and say so by their estimates
   */
  ZSet query(boolean stored) {
    return query(circuit.sink(), stored);
  }

  private ZSet query(int nodeId, boolean stored) {
    CircuitNode node = circuit.nodes().get(nodeId);
    List<Input> inputs = new ArrayList<>();
    for (int i = 0; i < node.inputs().size(); i++) {
      ZSet rows = query(node.inputs().get(i), stored);
      inputs.add(new ZSetInput(rows, stored, stored && i % 2 == 1 ? 1_000_000 : 10));
    }
    return sum(node.operator().evaluate(new Statement(), inputs));
  }

  static ZSet sum(Cursor cursor) {
    ZSetBuilder rows = new ZSetBuilder();
    while (cursor.next()) {
      rows.add(cursor.row(), cursor.weight());
    }
    return rows.build();
  }

  private static ArrangementReader arrange(ZSet rows, KeyFormat key) {
    return new ArrangedZSet(IndexedZSet.of(rows, key));
  }

  private record ArrangedZSet(IndexedZSet rows) implements ArrangementReader {
    @Override
    public Cursor rows(byte[] key) {
      return new ZSetCursor(rows.forKey(key));
    }

    @Override
    public Optional<KeyedCursor> from(byte[] key) {
      int at = rows.indexOf(key);
      return Optional.of(new Walk(rows, at < 0 ? -at - 1 : at));
    }

    @Override
    public long entries() {
      return rows.size();
    }
  }

  /** A walk over all keys from a place on. */
  private static final class Walk implements KeyedCursor {
    private final IndexedZSet rows;
    private int key;
    private Cursor ofKey = Cursors.EMPTY;

    Walk(IndexedZSet rows, int first) {
      this.rows = rows;
      this.key = first - 1;
    }

    @Override
    public boolean next() {
      while (!ofKey.next()) {
        if (++key >= rows.keyCount()) {
          return false;
        }
        ofKey = new ZSetCursor(rows.rows(key));
      }
      return true;
    }

    @Override
    public int compareKey(byte[] other) {
      return Arrays.compareUnsigned(rows.key(key), other);
    }

    @Override
    public byte[] row() {
      return ofKey.row();
    }

    @Override
    public long weight() {
      return ofKey.weight();
    }
  }

  /** An input of a query. */
  record ZSetInput(ZSet rows, boolean stored, @Override long estimatedRows) implements Input {
    @Override
    public Cursor open() {
      return new ZSetCursor(rows);
    }

    @Override
    public Optional<ArrangementReader> arrangement(KeyFormat key) {
      return stored ? Optional.of(arrange(rows, key)) : Optional.empty();
    }
  }

  private final class Reader implements RelationReader {
    private final Relation relation;

    Reader(int id) {
      this.relation = Objects.requireNonNull(relations.get(id));
    }

    @Override
    public RowType rowType() {
      return relation.rowType();
    }

    @Override
    public List<Integer> columnIds() {
      return relation.columnIds();
    }

    @Override
    public Cursor scan() {
      return new ZSetCursor(contents(relation.id()));
    }

    @Override
    public Optional<ArrangementReader> arrangement(KeyFormat key) {
      return Optional.of(arrange(contents(relation.id()), key));
    }

    @Override
    public long estimatedRows() {
      return contents(relation.id()).size();
    }
  }

  private final class Statement implements EvaluateContext {
    @Override
    public EvaluationFrame frame(RowType rowType) {
      return EvaluationFrame.of(rowType);
    }

    @Override
    public RelationReader relation(int relationId) {
      return new Reader(relationId);
    }

    @Override
    public void checkCanceled() {}
  }

  private final class Tick implements TickInput {
    private final Map<Integer, ZSet> deltas;

    Tick(Map<Integer, ZSet> deltas) {
      this.deltas = deltas;
    }

    @Override
    public Optional<RelationDelta> delta(int relationId) {
      ZSet delta = deltas.get(relationId);
      Relation relation = Objects.requireNonNull(relations.get(relationId));
      return Optional.ofNullable(delta)
          .map(rows -> new RelationDelta(relation.rowType(), relation.columnIds(), rows));
    }

    @Override
    public Trace trace(int slot) {
      return Objects.requireNonNull(traces.get(slot));
    }

    @Override
    public StateTrace state(int slot) {
      return Objects.requireNonNull(states.get(slot));
    }

    @Override
    public RelationReader relation(int relationId) {
      return new Reader(relationId);
    }

    @Override
    public TickStrategy strategy() {
      return strategy;
    }

    @Override
    public boolean isFirst() {
      return first;
    }

    @Override
    public void checkCanceled() {
      steps++;
    }
  }
}
