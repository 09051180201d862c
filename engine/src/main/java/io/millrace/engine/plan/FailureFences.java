package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Keeps predicates that can fail where they were written while the decorrelator, which pushes
 * filters with rules of its own, is at work: it does not push through a union, not even through
 * that of a single input which is put below such predicates.
 */
final class FailureFences {
  private final Expressions expressions;
  private final RexBuilder rex;

  FailureFences(Expressions expressions, RexBuilder rex) {
    this.expressions = expressions;
    this.rex = rex;
  }

  RelNode put(RelNode root) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node);
            return copy instanceof Filter filter ? fenced(filter) : copy;
          }
        });
  }

  private RelNode fenced(Filter filter) {
    List<RexNode> moving = new ArrayList<>();
    List<RexNode> staying = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      (mayMove(conjunct) ? moving : staying).add(conjunct);
    }
    if (staying.isEmpty()) {
      return filter;
    }
    RelNode below =
        moving.isEmpty()
            ? filter.getInput()
            : filter.copy(
                filter.getTraitSet(), filter.getInput(), RexUtil.composeConjunction(rex, moving));
    RelNode fence = LogicalUnion.create(List.of(below), true);
    return LogicalFilter.create(fence, RexUtil.composeConjunction(rex, staying));
  }

  /** Correlated predicates must meet the decorrelator whatever they do. */
  private boolean mayMove(RexNode conjunct) {
    return RexUtil.containsCorrelation(conjunct)
        || RexUtil.SubQueryFinder.find(conjunct) != null
        || Predicates.isMovable(expressions.of(conjunct));
  }
}
