package io.millrace.engine.circuit;

import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * The incremental form that every operator has: {@code Q^Δ = D ∘ ↑Q ∘ I} (theory.md section 2).
 *
 * <p>Needs the integral of each input and evaluates Q over the old and the new ones, so it costs
 * what Q costs twice. An operator that uses it says so by {@link Operator#isRecomputed()}.
 */
public final class Recompute {
  private static final byte[] ALL = {};

  private Recompute() {}

  /** The traces that it reads: the integral of each input, from index 0 on. */
  public static List<TraceSpec> traces(int inputs) {
    List<TraceSpec> traces = new ArrayList<>(inputs);
    for (int i = 0; i < inputs; i++) {
      traces.add(new TraceSpec.Integral(i));
    }
    return traces;
  }

  /** The change of {@code operator}'s output; its traces must begin with {@link #traces}. */
  public static ZSet tick(Operator operator, TickContext context, List<ZSet> deltas) {
    List<Input> before = new ArrayList<>(deltas.size());
    List<Input> after = new ArrayList<>(deltas.size());
    for (int i = 0; i < deltas.size(); i++) {
      before.add(new TraceInput(context.trace(i)));
      after.add(new TraceInput(context.newTrace(i)));
    }
    EvaluateContext statement = new TickStatement(context);
    ZSetBuilder change = new ZSetBuilder();
    addAll(operator.evaluate(statement, after), 1, change);
    if (!context.isFirst()) {
      addAll(operator.evaluate(statement, before), -1, change);
    }
    return change.build();
  }

  /**
   * The change of {@code operator}'s output if only its input {@code changed}, in which Q is
   * linear, changes: Q over the change, the others as they are. Costs what Q costs for the change.
   */
  public static ZSet tickLinear(
      Operator operator, TickContext context, List<ZSet> deltas, int changed) {
    List<Input> inputs = new ArrayList<>(deltas.size());
    for (int i = 0; i < deltas.size(); i++) {
      inputs.add(new TraceInput(context.trace(i)));
    }
    ZSet delta = deltas.get(changed);
    inputs.set(changed, () -> new ZSetCursor(delta));
    ZSetBuilder change = new ZSetBuilder();
    addAll(operator.evaluate(new TickStatement(context), inputs), 1, change);
    return change.build();
  }

  private static void addAll(Cursor rows, int sign, ZSetBuilder change) {
    while (rows.next()) {
      change.add(rows.row(), Math.multiplyExact(sign, rows.weight()));
    }
  }

  private record TraceInput(Trace trace) implements Input {
    @Override
    public Cursor open() {
      return trace.cursor(ALL);
    }

    @Override
    public long estimatedRows() {
      return trace.size();
    }
  }

  private record TickStatement(TickContext tick) implements EvaluateContext {
    @Override
    public EvaluationFrame frame(RowType rowType) {
      return tick.frame(rowType);
    }

    @Override
    public RelationReader relation(int relationId) {
      throw new AssertionError("an operator with inputs must not read relation " + relationId);
    }

    @Override
    public void checkCanceled() {
      tick.checkCanceled();
    }
  }
}
