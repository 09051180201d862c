package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rows for which a predicate is TRUE: {@code Q(a) = σ(a)}, {@code Q^Δ(Δa) = σ(Δa)}.
 *
 * <p>Linear, no state. FALSE and UNKNOWN drop a row. The predicate sees consolidated deltas, so it
 * fails for rows of nonzero net weight only. Cost: O(|Δ|).
 */
public final class Filter implements Operator {
  private final RowType type;
  private final Expr predicate;

  public Filter(RowType type, Expr predicate) {
    this.type = type;
    this.predicate = predicate;
  }

  public Expr predicate() {
    return predicate;
  }

  @Override
  public String name() {
    return "Filter";
  }

  @Override
  public String describe() {
    return predicate.toString();
  }

  @Override
  public RowType outputType() {
    return type;
  }

  @Override
  public Linearity linearity() {
    return Linearity.LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return List.of();
  }

  private Predicate<byte[]> condition(EvaluationFrame frame) {
    return row -> Boolean.TRUE.equals(predicate.evaluate(frame.at(row)));
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    Predicate<byte[]> condition = condition(context.frame(type));
    return new FilteredCursor(inputs.get(0).open(), condition, context::checkCanceled);
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    Predicate<byte[]> condition = condition(context.frame(type));
    return deltas
        .get(0)
        .filter(
            row -> {
              context.checkCanceled();
              return condition.test(row);
            });
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.FILTER.begin(out).writeRowType(type).writeExpr(predicate);
  }

  static Operator read(CircuitReader in) {
    return new Filter(in.readRowType(), in.readExpr());
  }
}
