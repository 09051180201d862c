package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.operator.SortColumn;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.storage.row.CellType;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ORDER BY and LIMIT of a query as an operator over its root.
 *
 * @param least the operator; if the number of rows is known only once the query runs, the first row
 * @param count the number of rows, if it is known only once the query runs
 */
record Limit(TopK least, @Nullable Expr count) {

  /** The limit of a query; null if it has none, or passes over a number of rows yet unknown. */
  static @Nullable Limit of(QueryPlan plan) {
    Expr offset = plan.offset();
    Expr fetch = plan.fetch();
    Long passed = offset == null ? Long.valueOf(0) : constant(offset);
    if (fetch == null || passed == null || passed < 0) {
      return null;
    }
    Long count = constant(fetch);
    if (count == null ? fetch instanceof Literal : count < 0) {
      return null;
    }
    TopK least =
        new TopK(
            plan.root().operator().outputType(),
            plan.order().stream()
                .map(key -> new SortColumn(key.column(), key.descending(), key.nullsFirst()))
                .toList(),
            passed,
            count == null ? 1 : count);
    return new Limit(least, count == null ? fetch : null);
  }

  private static @Nullable Long constant(Expr expr) {
    Object value = expr instanceof Literal literal ? literal.value() : null;
    if (value instanceof BigDecimal decimal) {
      return decimal.longValue();
    }
    return value instanceof Long number ? number : null;
  }

  /** Whether the first rows that a view keeps are enough, over the query's parameters. */
  Expr isWithin(TopK view) {
    Objects.requireNonNull(count, "a known number needs no condition");
    long most = view.fetch() - least.offset();
    Object bound =
        count.type().type() == CellType.DECIMAL ? BigDecimal.valueOf(most) : (Object) most;
    return Exprs.compare(
        ComparisonOperator.LESS_OR_EQUAL, count, Exprs.literal(bound, count.type()));
  }
}
