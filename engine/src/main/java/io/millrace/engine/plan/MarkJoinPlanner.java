package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Not;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A mark join, or the semi- or anti-join that it is when a predicate above asks for one value of
 * the mark and nobody else reads it.
 *
 * <p>{@code NOT mark} is an anti-join only if the condition is never UNKNOWN: where it is, the mark
 * is NULL and drops the row, which is what makes NOT IN what it is.
 */
final class MarkJoinPlanner {
  private final PlanBuilder builder;
  private final PlanInput left;
  private final PlanInput right;
  private final List<Expr> condition;
  private final int mark;

  /**
   * @param condition the conjuncts that decide who is a partner, over the fields of the left side
   *     and then those of the right side
   */
  MarkJoinPlanner(PlanBuilder builder, PlanInput left, PlanInput right, List<Expr> condition) {
    this.builder = builder;
    this.left = left;
    this.right = right;
    this.condition = condition;
    this.mark = left.fieldCount();
  }

  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    List<Expr> others = new ArrayList<>();
    JoinRelType type = JoinRelType.LEFT_MARK;
    for (Expr predicate : predicates) {
      JoinRelType asked = asked(predicate);
      if (asked == JoinRelType.LEFT_MARK || type != JoinRelType.LEFT_MARK) {
        others.add(predicate);
      } else {
        type = asked;
      }
    }
    boolean read = needed.get(mark) || Predicates.fields(others).get(mark);
    return read || type == JoinRelType.LEFT_MARK
        ? pair(JoinRelType.LEFT_MARK).build(condition, needed, predicates)
        : pair(type).build(condition, needed, others);
  }

  private PairJoinPlanner pair(JoinRelType type) {
    return new PairJoinPlanner(builder, left, right, type);
  }

  /** The join whose rows the predicate leaves, LEFT_MARK if that is none. */
  private JoinRelType asked(Expr predicate) {
    if (isMark(predicate)) {
      return JoinRelType.SEMI;
    }
    if (predicate instanceof IsTruth test && test.truth() && isMark(test.operand())) {
      return test.negated() ? JoinRelType.ANTI : JoinRelType.SEMI;
    }
    if (predicate instanceof Not not && isMark(not.children().get(0))) {
      boolean known = condition.stream().noneMatch(conjunct -> conjunct.type().nullable());
      return known ? JoinRelType.ANTI : JoinRelType.LEFT_MARK;
    }
    return JoinRelType.LEFT_MARK;
  }

  private boolean isMark(Expr expr) {
    return expr instanceof ColumnRef column && column.index() == mark;
  }
}
