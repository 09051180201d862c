package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.List;

/**
 * GROUP BY: {@code Q(a) = one row per group of a that has rows: its key, then each call over its
 * rows}; {@code Q^Δ = the new row − the old row} of each group that has a row in Δa.
 *
 * <p>Non-linear as a whole, although its calls may be linear. Keeps an accumulator per linear call
 * and group, and values in order for DISTINCT and the others: see {@link Grouping}. The old row is
 * made again from the old state. A group comes with its first row and goes with its last, whatever
 * its values are; NULLs are one group.
 *
 * <p>Cost: O(|Δ| log groups), and O(log values) per group of Δ for MIN, MAX, ANY_VALUE, ARG_MIN and
 * ARG_MAX, however large the group is. A percentile reads the group's values up to its place, MODE
 * and a list read all of them, before and after.
 *
 * <p>Source: theory.md section 3: SUM keeps the sum, the number of values that are not NULL and the
 * number of rows.
 */
public final class Aggregate implements Operator {
  private final Grouping grouping;

  /** Groups by columns of the input, then the calls; their results follow the group's columns. */
  public Aggregate(RowType inputType, List<Integer> groupColumns, List<AggregateCall> calls) {
    int[] columns = groupColumns.stream().mapToInt(Integer::intValue).toArray();
    this.grouping = new Grouping(inputType, columns, calls);
  }

  /** The input's columns that rows of a group have in common, the output's first columns. */
  public List<Integer> groupColumns() {
    return Arrays.stream(grouping.groupColumns()).boxed().toList();
  }

  /** The calls, whose results are the output's last columns. */
  public List<AggregateCall> calls() {
    return grouping.calls().stream().map(Grouping.Kept::call).toList();
  }

  @Override
  public String name() {
    return "Aggregate";
  }

  @Override
  public String describe() {
    return grouping.describe();
  }

  @Override
  public RowType outputType() {
    return grouping.outputType();
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return grouping.traces();
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> new AggregateQuery(grouping, context).run(inputs.get(0), false));
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    return new AggregateTick(grouping, context).byGroup(deltas.get(0));
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.AGGREGATE.begin(out).writeRowType(grouping.inputType());
    out.writeInts(grouping.groupColumns());
    grouping.writeCalls(out);
  }

  static Operator read(CircuitReader in) {
    return new Aggregate(in.readRowType(), in.readIntList(), Grouping.readCalls(in));
  }
}
