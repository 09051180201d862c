package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A tree of inner joins as one n-ary join: its inputs and all its conjuncts, of the conditions and
 * from above.
 */
final class InnerJoinPlanner {
  private final PlanBuilder builder;
  private final JoinAssembly assembly;
  private final List<Expr> conjuncts = new ArrayList<>();

  InnerJoinPlanner(PlanBuilder builder) {
    this.builder = builder;
    this.assembly = new JoinAssembly(builder.nodes, builder.optimized);
  }

  Built build(Join root, ImmutableBitSet needed, List<Expr> predicates) {
    conjuncts.addAll(predicates);
    if (builder.optimized) {
      flatten(root, 0);
    } else {
      addConjuncts(builder.expressions.conjuncts(root.getCondition()), 0);
      assembly.add(builder.input(root.getLeft()));
      assembly.add(builder.input(root.getRight()));
    }
    return assembly.build(conjuncts, needed);
  }

  private void flatten(RelNode rel, int offset) {
    if (rel instanceof Join join
        && JoinPlanner.simplified(join, offset, conjuncts) == JoinRelType.INNER) {
      addConjuncts(builder.expressions.conjuncts(join.getCondition()), offset);
      flatten(join.getLeft(), offset);
      flatten(join.getRight(), offset + join.getLeft().getRowType().getFieldCount());
      return;
    }
    if (rel instanceof Filter filter && filter.getInput() instanceof Join) {
      List<Expr> own = builder.expressions.kept(filter.getCondition());
      if (own.stream().allMatch(Predicates::isMovable)) {
        addConjuncts(own, offset);
        flatten(filter.getInput(), offset);
        return;
      }
    }
    assembly.add(builder.input(rel));
  }

  private void addConjuncts(List<Expr> own, int offset) {
    for (Expr conjunct : own) {
      Expr shifted = Exprs.mapColumns(conjunct, field -> field + offset);
      if (!conjuncts.contains(shifted)) {
        conjuncts.add(shifted);
      }
    }
  }
}
