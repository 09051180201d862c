package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

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
    ImmutableBitSet checked = checked(filter.getInput());
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      (mayMove(conjunct, checked) ? moving : staying).add(conjunct);
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
  private boolean mayMove(RexNode conjunct, ImmutableBitSet checked) {
    return RexUtil.containsCorrelation(conjunct)
        || (!RelOptUtil.InputFinder.bits(conjunct).intersects(checked)
            && Predicates.isMovable(expressions.of(conjunct)));
  }

  /** The fields that fail where a subquery for one value has several rows. */
  private static ImmutableBitSet checked(RelNode rel) {
    if (rel instanceof Filter filter) {
      return checked(filter.getInput());
    }
    if (rel instanceof Aggregate aggregate) {
      ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
      for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
        if (SingleValues.isSingleValue(aggregate.getAggCallList().get(i))) {
          fields.set(aggregate.getGroupCount() + i);
        }
      }
      return fields.build();
    }
    if (rel instanceof Project project) {
      ImmutableBitSet below = checked(project.getInput());
      ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
      for (int i = 0; i < project.getProjects().size(); i++) {
        if (RelOptUtil.InputFinder.bits(project.getProjects().get(i)).intersects(below)) {
          fields.set(i);
        }
      }
      return fields.build();
    }
    if (rel instanceof BiRel pair) {
      int leftCount = pair.getLeft().getRowType().getFieldCount();
      return checked(pair.getLeft()).union(checked(pair.getRight()).shift(leftCount));
    }
    return ImmutableBitSet.of();
  }
}
