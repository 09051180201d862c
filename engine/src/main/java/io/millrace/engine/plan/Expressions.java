package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.RexExprBuilder;
import io.millrace.engine.expr.RexTypes;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Row expressions as ours, and types. An expression's column i is field i of the node that it
 * stands in.
 */
final class Expressions {
  private final RexBuilder rex;

  /** Whether to do what a plan could do without. */
  final boolean optimized;

  Expressions(RexBuilder rex, boolean optimized) {
    this.rex = rex;
    this.optimized = optimized;
  }

  Expr of(RexNode node) {
    return RexExprBuilder.build(node);
  }

  /** The conjuncts of a condition, in order; what all alternatives of an OR share stands alone. */
  List<Expr> conjuncts(RexNode condition) {
    if (!optimized) {
      return RelOptUtil.conjunctions(condition).stream().map(this::of).toList();
    }
    List<Expr> conjuncts = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      RexNode factored =
          conjunct.getKind() == SqlKind.OR ? RexUtil.pullFactors(rex, conjunct) : conjunct;
      RelOptUtil.conjunctions(factored).forEach(part -> conjuncts.add(of(part)));
    }
    return InLists.join(conjuncts);
  }

  ColumnType type(RelDataType type) {
    return RexTypes.of(type);
  }

  RowType rowType(RelDataType struct) {
    return RexTypes.rowType(struct);
  }
}
