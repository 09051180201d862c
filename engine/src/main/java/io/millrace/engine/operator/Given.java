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
import java.util.List;

/**
 * Stands in the plan of an {@link Apply} for one of the relations that the apply is given: a name,
 * which {@link AppliedPlan} replaces by the input. Never runs itself.
 */
public final class Given implements Operator {
  private final int number;
  private final RowType type;

  /**
   * The relation of a number.
   *
   * @param number its place among the apply's inputs behind the left one, from 0
   */
  public Given(int number, RowType type) {
    this.number = number;
    this.type = type;
  }

  int number() {
    return number;
  }

  @Override
  public String name() {
    return "Given";
  }

  @Override
  public String describe() {
    return "#" + (number + 1);
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
    throw new AssertionError("a given relation is replaced before a plan runs");
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    throw new AssertionError("a given relation is replaced before a plan runs");
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.GIVEN.begin(out).writeInt(number).writeRowType(type);
  }

  static Operator read(CircuitReader in) {
    return new Given(in.readInt(), in.readRowType());
  }
}
