package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import java.util.List;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.util.ImmutableBitSet;

/** Joins: which kind a join really is, and who plans it. */
final class JoinPlanner {
  private final PlanBuilder builder;

  JoinPlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(Join join, ImmutableBitSet needed, List<Expr> predicates) {
    JoinRelType type = simplified(join, 0, predicates);
    return switch (type) {
      case INNER -> new InnerJoinPlanner(builder).build(join, needed, predicates);
      case LEFT_MARK ->
          new MarkJoinPlanner(builder, left(join), right(join), condition(join))
              .build(needed, predicates);
      case LEFT, RIGHT, FULL, SEMI, ANTI ->
          new PairJoinPlanner(builder, left(join), right(join), type)
              .build(condition(join), needed, predicates);
      case ASOF, LEFT_ASOF -> throw Unsupported.node(join);
    };
  }

  private PlanInput left(Join join) {
    return builder.input(join.getLeft());
  }

  private PlanInput right(Join join) {
    return builder.input(join.getRight());
  }

  private List<Expr> condition(Join join) {
    return builder.expressions.conjuncts(join.getCondition());
  }

  /**
   * The join's type without the missing rows that some predicate would drop anyway.
   *
   * @param offset where the join's fields begin among those that predicates count
   */
  static JoinRelType simplified(Join join, int offset, List<Expr> predicates) {
    JoinRelType type = join.getJoinType();
    if (!type.isOuterJoin()) {
      return type;
    }
    int leftEnd = offset + join.getLeft().getRowType().getFieldCount();
    int rightEnd = leftEnd + join.getRight().getRowType().getFieldCount();
    ImmutableBitSet left = ImmutableBitSet.range(offset, leftEnd);
    ImmutableBitSet right = ImmutableBitSet.range(leftEnd, rightEnd);
    for (Expr predicate : predicates) {
      if (type.generatesNullsOnRight() && Predicates.rejectsNulls(predicate, right)) {
        type = type.cancelNullsOnRight();
      }
      if (type.generatesNullsOnLeft() && Predicates.rejectsNulls(predicate, left)) {
        type = type.cancelNullsOnLeft();
      }
    }
    return type;
  }
}
