package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.AggregateOrder;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Group columns and aggregate calls over rows of a type, and how each call is kept: what {@link
 * Aggregate} and {@link ScalarAggregate} share.
 *
 * <ul>
 *   <li>Linear calls: an accumulator per group. Trace 0 is a state from the group's key, all
 *       columns tagged, to the number of its rows followed by the accumulators in the order of
 *       their calls; a group without rows has no entry.
 *   <li>Calls with DISTINCT: the same, fed with each value when its weight in the group becomes
 *       positive or stops to be; the weights stand in a projection to group ‖ value.
 *   <li>Ordered calls: their values in a projection to group ‖ ORDER BY ‖ arguments, without those
 *       that a NULL keeps out. Those that ask how many values there are have an accumulator that
 *       counts them, as well.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
final class Grouping {
  /** What a call's accumulator is fed with. */
  enum Feed {
    /** It has none: the ordered values are enough. */
    NOTHING,
    ROWS,
    DISTINCT_VALUES
  }

  /**
   * A call and where its trace is.
   *
   * @param trace the index of its projection, or -1
   * @param key the projection's key, or null
   * @param places the key column of each argument
   */
  record Kept(AggregateCall call, Feed feed, int trace, @Nullable KeyFormat key, int[] places) {
    /** Whether the ordered values give the result, else the accumulator does. */
    boolean isOrdered() {
      return !call.function().isLinear();
    }

    /** The key of a projection, which this call must have. */
    KeyFormat requireKey() {
      if (key == null) {
        throw new AssertionError(call + " keeps no values");
      }
      return key;
    }

    /** The cell of an argument in a key of the call's projection. */
    @Nullable Object cell(byte[] value, int argument) {
      return requireKey().cell(value, places[argument]);
    }

    /** What the accumulator takes of a key of the call's projection. */
    @Nullable Object input(byte[] value) {
      return call.input(argument -> cell(value, argument));
    }
  }

  private final RowType inputType;
  private final int[] groupColumns;
  private final List<Kept> calls = new ArrayList<>();
  private final List<TraceSpec> traces = new ArrayList<>();
  private final KeyFormat groupKey;
  private final RowType outputType;

  Grouping(RowType inputType, int[] groupColumns, List<AggregateCall> calls) {
    this.inputType = inputType;
    this.groupColumns = groupColumns.clone();
    this.groupKey = KeyFormat.tagged(inputType, groupColumns);
    traces.add(new TraceSpec.State());
    List<ColumnType> columns = new ArrayList<>(inputType.project(groupColumns).columns());
    for (AggregateCall call : calls) {
      this.calls.add(kept(call));
      columns.add(call.type());
    }
    this.outputType = RowType.of(columns);
  }

  private static Feed feedOf(AggregateCall call) {
    AggregateFunction function = call.function();
    if (!function.isLinear() && !function.readsSize()) {
      return Feed.NOTHING;
    }
    return call.distinct() && !function.ignoresDuplicates() ? Feed.DISTINCT_VALUES : Feed.ROWS;
  }

  private Kept kept(AggregateCall call) {
    Feed feed = feedOf(call);
    if (feed == Feed.ROWS && call.function().isLinear()) {
      return new Kept(call, feed, -1, null, new int[0]);
    }
    KeyFormat key = valueKey(inputType, groupColumns, call);
    TraceSpec spec = new TraceSpec.Projection(0, key);
    if (!traces.contains(spec)) {
      traces.add(spec);
    }
    return new Kept(call, feed, traces.indexOf(spec), key, places(call));
  }

  /** The group's columns, tagged, then those of the value. */
  static KeyFormat valueKey(RowType inputType, int[] groupColumns, AggregateCall call) {
    List<AggregateOrder> values = call.valueOrder();
    int groups = groupColumns.length;
    int size = groups + values.size();
    int[] columns = Arrays.copyOf(groupColumns, size);
    boolean[] descending = new boolean[size];
    boolean[] nullsFirst = new boolean[size];
    boolean[] tagged = new boolean[size];
    Arrays.fill(tagged, 0, groups, true);
    for (int i = 0; i < values.size(); i++) {
      AggregateOrder value = values.get(i);
      columns[groups + i] = value.column();
      descending[groups + i] = value.descending();
      nullsFirst[groups + i] = value.nullsFirst();
      tagged[groups + i] = !call.skipsNull(value.column());
    }
    return new KeyFormat(inputType, columns, descending, tagged, nullsFirst);
  }

  private int[] places(AggregateCall call) {
    List<Integer> columns = call.valueOrder().stream().map(AggregateOrder::column).toList();
    return call.arguments().stream()
        .mapToInt(argument -> groupColumns.length + columns.indexOf(argument))
        .toArray();
  }

  RowType inputType() {
    return inputType;
  }

  int[] groupColumns() {
    return groupColumns.clone();
  }

  List<Kept> calls() {
    return calls;
  }

  /** Writes the calls in their stored form. */
  void writeCalls(CircuitWriter out) {
    out.writeInt(calls.size());
    calls.forEach(kept -> out.write(kept.call()::write));
  }

  /** Reads calls that were written. */
  static List<AggregateCall> readCalls(CircuitReader in) {
    int size = in.readSize();
    List<AggregateCall> calls = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      calls.add(in.read(AggregateCall::read));
    }
    return calls;
  }

  List<TraceSpec> traces() {
    return traces;
  }

  KeyFormat groupKey() {
    return groupKey;
  }

  RowType outputType() {
    return outputType;
  }

  /** A new accumulator for each call that has one, null for the others. */
  @Nullable Accumulator[] newAccumulators() {
    @Nullable Accumulator[] accumulators = new @Nullable Accumulator[calls.size()];
    for (int i = 0; i < accumulators.length; i++) {
      Kept kept = calls.get(i);
      if (kept.feed() != Feed.NOTHING) {
        accumulators[i] = kept.isOrdered() ? newCount() : kept.call().newAccumulator(inputType);
      }
    }
    return accumulators;
  }

  private static Accumulator newCount() {
    ColumnType count = ColumnType.of(CellType.BIGINT);
    return AggregateFunction.COUNT.newAccumulator(count, count);
  }

  /** The output row of a group. */
  byte[] outputRow(byte[] group, @Nullable Object[] results) {
    @Nullable Object[] cells = new @Nullable Object[outputType.size()];
    for (int i = 0; i < groupColumns.length; i++) {
      cells[i] = groupKey.cell(group, i);
    }
    System.arraycopy(results, 0, cells, groupColumns.length, results.length);
    return outputType.encode(cells);
  }

  String describe() {
    List<String> columns = Arrays.stream(groupColumns).mapToObj(c -> "$" + c).toList();
    List<String> texts = calls.stream().map(kept -> kept.call().toString()).toList();
    String by = columns.isEmpty() ? "" : "by (" + String.join(", ", columns) + ") ";
    return by + "computing [" + String.join(", ", texts) + "]";
  }
}
