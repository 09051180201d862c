package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * For which parameters a query asks for no more rows than a view has: {@code x > ?} lies within
 * {@code x > 50} while {@code ? >= 50}. Known once the query runs, not while it is planned.
 */
final class Guard {
  private Guard() {}

  /** What must be TRUE of the parameters for a conjunct to imply the predicate; null if unknown. */
  static @Nullable Expr of(Expr predicate, Facts query) {
    if (predicate instanceof Not not && not.children().get(0) instanceof Comparison denied) {
      return of(Exprs.compare(denied.operator().negated(), denied.left(), denied.right()), query);
    }
    if (!(predicate instanceof Comparison kept)) {
      return null;
    }
    boolean turned = kept.left() instanceof Literal;
    Expr operand = turned ? kept.right() : kept.left();
    Expr bound = turned ? kept.left() : kept.right();
    ComparisonOperator operator = turned ? kept.operator().reversed() : kept.operator();
    if (!(bound instanceof Literal)) {
      return null;
    }
    String text = query.digest(operand);
    for (Expr conjunct : query.conjuncts()) {
      if (conjunct instanceof Comparison wanted) {
        Expr guard = of(wanted, text, operator, bound, query);
        if (guard != null) {
          return guard;
        }
      }
    }
    return null;
  }

  private static @Nullable Expr of(
      Comparison wanted, String operand, ComparisonOperator kept, Expr bound, Facts query) {
    boolean turned = wanted.left() instanceof Parameter;
    Expr value = turned ? wanted.left() : wanted.right();
    Expr compared = turned ? wanted.right() : wanted.left();
    ComparisonOperator operator = turned ? wanted.operator().reversed() : wanted.operator();
    if (!(value instanceof Parameter)
        || !Facts.isSameType(value.type(), compared.type())
        || !query.digest(compared).equals(operand)) {
      return null;
    }
    if (operator == ComparisonOperator.EQUAL) {
      return Exprs.compare(kept, value, bound);
    }
    return switch (kept) {
      case GREATER, GREATER_OR_EQUAL -> within(operator, true, kept, value, bound);
      case LESS, LESS_OR_EQUAL -> within(operator, false, kept, value, bound);
      case EQUAL, NOT_EQUAL -> null;
    };
  }

  /** Both open towards the same end: the parameter must not lie before the view's bound. */
  private static @Nullable Expr within(
      ComparisonOperator wanted, boolean up, ComparisonOperator kept, Expr value, Expr bound) {
    boolean strict = wanted == (up ? ComparisonOperator.GREATER : ComparisonOperator.LESS);
    boolean open =
        wanted == (up ? ComparisonOperator.GREATER_OR_EQUAL : ComparisonOperator.LESS_OR_EQUAL);
    if (strict) {
      ComparisonOperator from =
          up ? ComparisonOperator.GREATER_OR_EQUAL : ComparisonOperator.LESS_OR_EQUAL;
      return Exprs.compare(from, value, bound);
    }
    return open ? Exprs.compare(kept, value, bound) : null;
  }
}
