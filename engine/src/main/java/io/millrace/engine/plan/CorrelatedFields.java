package io.millrace.engine.plan;

import java.util.function.IntFunction;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Replaces the fields of one correlation variable, in subqueries as well. */
final class CorrelatedFields extends RexShuttle {
  private final CorrelationId variable;
  private final IntFunction<RexNode> replacement;

  /**
   * @param replacement what stands for the field of an index
   */
  CorrelatedFields(CorrelationId variable, IntFunction<RexNode> replacement) {
    this.variable = variable;
    this.replacement = replacement;
  }

  static boolean isOf(RexFieldAccess access, CorrelationId variable) {
    return access.getReferenceExpr() instanceof RexCorrelVariable of && of.id.equals(variable);
  }

  /** The tree with all such fields replaced. */
  RelNode replace(RelNode root) {
    CorrelatedFields rex = this;
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            return super.visit(node).accept(rex);
          }
        });
  }

  @Override
  public RexNode visitFieldAccess(RexFieldAccess access) {
    return isOf(access, variable)
        ? replacement.apply(access.getField().getIndex())
        : super.visitFieldAccess(access);
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery subQuery) {
    RexSubQuery inner = (RexSubQuery) super.visitSubQuery(subQuery);
    return inner.clone(replace(inner.rel));
  }
}
