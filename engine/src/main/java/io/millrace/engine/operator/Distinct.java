package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;

/**
 * Each row once: {@code Q(a)[x] = 1 if a[x] > 0 else 0}; {@code Q^Δ} is the function H: for a row x
 * of Δa with old weight w and new weight w′ = w + Δa[x], +1 where w ≤ 0 &lt; w′, −1 where w′ ≤ 0
 * &lt; w, else nothing.
 *
 * <p>Non-linear; keeps the integral of its input. NULLs are equal to each other. Cost: O(|Δ| log
 * |a|).
 *
 * <p>Source: DBSP, SIGMOD Record 53(1), 2024, section 4.3.
 */
public final class Distinct implements Operator {
  private static final List<TraceSpec> TRACES = List.of(new TraceSpec.Integral(0));

  private final RowType type;

  public Distinct(RowType type) {
    this.type = type;
  }

  @Override
  public String name() {
    return "Distinct";
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
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return TRACES;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          ZSetBuilder rows = new ZSetBuilder();
          Cursor input = inputs.get(0).open();
          while (input.next()) {
            context.checkCanceled();
            rows.add(input.row(), input.weight());
          }
          return new ZSetCursor(rows.build().distinct());
        });
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    Trace integral = context.trace(0);
    ZSet delta = deltas.get(0);
    ZSetBuilder output = new ZSetBuilder(delta.size());
    for (int i = 0; i < delta.size(); i++) {
      context.checkCanceled();
      long before = integral.weight(delta.row(i));
      long after = Math.addExact(before, delta.weight(i));
      if (before <= 0 && after > 0) {
        output.add(delta.row(i), 1);
      } else if (after <= 0 && before > 0) {
        output.add(delta.row(i), -1);
      }
    }
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.DISTINCT.begin(out).writeRowType(type);
  }

  static Operator read(CircuitReader in) {
    return new Distinct(in.readRowType());
  }
}
