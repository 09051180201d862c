package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * UNION ALL of n inputs: {@code Q(a, b, …) = a + b + …}, {@code Q^Δ(Δa, Δb, …) = Δa + Δb + …}.
 *
 * <p>Linear in all inputs together, no state. All inputs have the output's row type. Cost: O(|Δ|
 * log n).
 */
public final class Union implements Operator {
  private final RowType type;

  public Union(RowType type) {
    this.type = type;
  }

  @Override
  public String name() {
    return "Union";
  }

  @Override
  public String describe() {
    return "";
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

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    List<Supplier<Cursor>> parts = new ArrayList<>(inputs.size());
    inputs.forEach(input -> parts.add(input::open));
    return new ConcatCursor(parts);
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    return ZSet.sum(deltas);
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.UNION.begin(out).writeRowType(type);
  }

  static Operator read(CircuitReader in) {
    return new Union(in.readRowType());
  }
}
