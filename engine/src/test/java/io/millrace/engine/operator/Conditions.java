package io.millrace.engine.operator;

import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.RowType;

/** Expressions over rows of a type, for tests. */
final class Conditions {
  private final RowType type;

  Conditions(RowType type) {
    this.type = type;
  }

  Expr column(int index) {
    return Exprs.column(index, type.column(index));
  }

  /** {@code left < right}. */
  Expr less(int left, int right) {
    return Exprs.compare(ComparisonOperator.LESS, column(left), column(right));
  }

  /** {@code dividend / divisor > 0}: fails if the divisor is 0. */
  Expr positiveQuotient(int dividend, int divisor) {
    return Exprs.compare(
        ComparisonOperator.GREATER,
        Exprs.call("/", column(dividend), column(divisor)),
        Exprs.literal(0));
  }
}
