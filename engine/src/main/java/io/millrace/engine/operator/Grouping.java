package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
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
 *   <li>Extremes (MIN, MAX, ANY_VALUE, which is the least): the first value of the group in a
 *       projection to group ‖ value, descending for MAX. NULLs are not in it.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
final class Grouping {
  /** How one call is kept. */
  enum Method {
    LINEAR,
    DISTINCT,
    EXTREME
  }

  /**
   * A call and where its trace is.
   *
   * @param trace the index of its projection, or -1
   * @param key the projection's key, or null
   */
  record Kept(AggregateCall call, Method method, int trace, @Nullable KeyFormat key) {
    /** The key of a projection, which this call must have. */
    KeyFormat requireKey() {
      if (key == null) {
        throw new AssertionError(call + " keeps no values");
      }
      return key;
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

  private static Method methodOf(AggregateCall call) {
    AggregateFunction function = call.function();
    if (!function.isLinear()) {
      return Method.EXTREME;
    }
    return call.distinct() && !function.ignoresDuplicates() ? Method.DISTINCT : Method.LINEAR;
  }

  private Kept kept(AggregateCall call) {
    Method method = methodOf(call);
    if (method == Method.LINEAR) {
      return new Kept(call, method, -1, null);
    }
    KeyFormat key = valueKey(call, method == Method.EXTREME && !call.function().takesLeast());
    TraceSpec spec = new TraceSpec.Projection(0, key);
    if (!traces.contains(spec)) {
      traces.add(spec);
    }
    return new Kept(call, method, traces.indexOf(spec), key);
  }

  /** The group's columns, tagged, then the argument, whose NULLs are left out. */
  private KeyFormat valueKey(AggregateCall call, boolean descending) {
    int groups = groupColumns.length;
    int[] columns = Arrays.copyOf(groupColumns, groups + 1);
    columns[groups] = call.argument();
    boolean[] directions = new boolean[groups + 1];
    directions[groups] = descending;
    boolean[] tagged = new boolean[groups + 1];
    Arrays.fill(tagged, 0, groups, true);
    return new KeyFormat(inputType, columns, directions, tagged);
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

  /** The cell of a call's argument, null if it has none. */
  @Nullable Object argument(AggregateCall call, byte[] row) {
    return call.argument() < 0 ? null : inputType.get(row, call.argument());
  }

  /** The value in a key of a call's projection. */
  @Nullable Object value(Kept kept, byte[] key) {
    return kept.requireKey().cell(key, groupColumns.length);
  }

  /** New accumulators for all calls but extremes, null for those. */
  @Nullable Accumulator[] newAccumulators() {
    @Nullable Accumulator[] accumulators = new @Nullable Accumulator[calls.size()];
    for (int i = 0; i < accumulators.length; i++) {
      if (calls.get(i).method() != Method.EXTREME) {
        accumulators[i] = calls.get(i).call().newAccumulator(inputType);
      }
    }
    return accumulators;
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
