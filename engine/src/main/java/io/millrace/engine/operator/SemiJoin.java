package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The left rows that have a partner (EXISTS, IN): {@code Q(L, R)[l] = L[l] if m(l) > 0 else 0},
 * where m(l) is the weight of the right rows that match l; {@code Q^Δ[l] = a′[m′ > 0] − a[m > 0]}
 * with the old and new weight a, a′ of l.
 *
 * <p>Linear in the left input, non-linear in the right one. Keeps both inputs by key; looks at what
 * {@link Matching} says.
 *
 * <p>Cost: O(|ΔL| log + for each key of ΔR whose first partner came or last one went, its left
 * rows); with a condition O(left rows × changed right rows) per key of ΔR.
 */
public final class SemiJoin implements Operator {
  private final RowType left;
  private final RowType right;
  private final List<JoinKey> keys;
  private final @Nullable Expr condition;
  private final Matching matching;

  /**
   * The semi-join.
   *
   * @param condition what must be TRUE besides, over the left and then the right columns, or null
   */
  public SemiJoin(RowType left, RowType right, List<JoinKey> keys, @Nullable Expr condition) {
    this.left = left;
    this.right = right;
    this.keys = List.copyOf(keys);
    this.condition = condition;
    this.matching = new Matching(left, right, keys, condition, true);
  }

  /** The equalities between a column of each side. */
  public List<JoinKey> keys() {
    return keys;
  }

  /** What must be TRUE besides, over the left and then the right columns, or null. */
  public @Nullable Expr condition() {
    return condition;
  }

  @Override
  public String name() {
    return "SemiJoin";
  }

  @Override
  public String describe() {
    return JoinCondition.describe(keys, condition);
  }

  @Override
  public RowType outputType() {
    return left;
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return matching.traces(0, 1);
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          Predicate<byte[]> hasPartner = JoinCondition.hasPartner(context, matching, inputs);
          return new FilteredCursor(inputs.get(0).open(), hasPartner, context::checkCanceled);
        });
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    ZSetBuilder output = new ZSetBuilder();
    matching.tick(
        context,
        deltas.get(0),
        0,
        (row, before, partnerBefore, after, partnerAfter) ->
            output
                .add(row, partnerBefore ? Math.negateExact(before) : 0)
                .add(row, partnerAfter ? after : 0));
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.SEMI_JOIN.begin(out);
    JoinCondition.write(left, right, keys, condition, out);
  }

  static Operator read(CircuitReader in) {
    return new SemiJoin(
        in.readRowType(), in.readRowType(), JoinKey.read(in), JoinCondition.read(in));
  }
}
