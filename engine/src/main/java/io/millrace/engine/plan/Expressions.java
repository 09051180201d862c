package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.RexExprBuilder;
import io.millrace.engine.expr.RexTypes;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/**
 * Row expressions as ours, and types. An expression's column i is field i of the node that it
 * stands in.
 */
final class Expressions {
  /** Whether to do what a plan could do without. */
  final boolean optimized;

  Expressions(boolean optimized) {
    this.optimized = optimized;
  }

  Expr of(RexNode node) {
    return RexExprBuilder.build(node);
  }

  /** The conjuncts of a condition, in order; what all alternatives of an OR share stands alone. */
  List<Expr> conjuncts(RexNode condition) {
    List<Expr> parts = RelOptUtil.conjunctions(condition).stream().map(this::of).toList();
    return optimized ? conjuncts(parts) : parts;
  }

  /**
   * The conjuncts of what rows are kept by: FALSE alone if no row can be, so that nothing is
   * evaluated that could fail.
   */
  List<Expr> kept(RexNode condition) {
    return kept(conjuncts(condition));
  }

  static List<Expr> kept(List<Expr> conjuncts) {
    return conjuncts.stream().anyMatch(Predicates::isNeverTrue)
        ? List.of(Exprs.literal(false))
        : conjuncts;
  }

  /** What the parts of a conjunction come to. */
  static List<Expr> conjuncts(List<Expr> parts) {
    List<Expr> conjuncts = new ArrayList<>();
    parts.forEach(part -> conjuncts.addAll(CommonConjuncts.pulled(part)));
    return InLists.join(conjuncts);
  }

  ColumnType type(RelDataType type) {
    return RexTypes.of(type);
  }

  RowType rowType(RelDataType struct) {
    return RexTypes.rowType(struct);
  }
}
