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
import java.util.List;

/**
 * Aggregates without GROUP BY: {@code Q(a) = one row: each call over all rows of a}, over nothing
 * too (COUNT 0, SUM NULL); {@code Q^Δ = the new row − the old row}, and in the first tick, before
 * which there was no row, the new row alone.
 *
 * <p>Non-linear. Its one group never vanishes, though its state does when there are no rows. Keeps
 * what {@link Aggregate} keeps, at the same cost.
 *
 * <p>Source: theory.md section 3.
 */
public final class ScalarAggregate implements Operator {
  private final Grouping grouping;

  /** The calls over all rows of the input; their results are the output's columns. */
  public ScalarAggregate(RowType inputType, List<AggregateCall> calls) {
    int[] noColumns = {};
    this.grouping = new Grouping(inputType, noColumns, calls);
  }

  /** The calls, whose results are the output's last columns. */
  public List<AggregateCall> calls() {
    return grouping.calls().stream().map(Grouping.Kept::call).toList();
  }

  @Override
  public String name() {
    return "ScalarAggregate";
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
  public boolean emitsOverNothing() {
    return true;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(() -> new AggregateQuery(grouping, context).run(inputs.get(0), true));
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    return new AggregateTick(grouping, context).whole(deltas.get(0));
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.SCALAR_AGGREGATE.begin(out).writeRowType(grouping.inputType());
    grouping.writeCalls(out);
  }

  static Operator read(CircuitReader in) {
    return new ScalarAggregate(in.readRowType(), Grouping.readCalls(in));
  }
}
