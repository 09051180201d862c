package io.millrace.engine.plan;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.Cast;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsNull;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Search;
import io.millrace.engine.expr.Volatility;
import java.util.Collection;
import org.apache.calcite.util.ImmutableBitSet;

/** What a plan wants to know about predicates over the fields of a node. Stateless. */
public final class Predicates {
  private Predicates() {}

  /**
   * Whether a predicate may be evaluated for other rows than those it was written for, or more or
   * less often: it cannot fail, and gives the same each time.
   */
  public static boolean isMovable(Expr predicate) {
    return !Exprs.canFail(predicate) && !isVolatile(predicate);
  }

  /** Whether it gives something else each time it is evaluated. */
  public static boolean isVolatile(Expr expr) {
    if (expr instanceof Call call && call.function().volatility() == Volatility.VOLATILE) {
      return true;
    }
    return expr.children().stream().anyMatch(Predicates::isVolatile);
  }

  /** The fields that the expressions read. */
  static ImmutableBitSet fields(Collection<Expr> expressions) {
    ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
    expressions.forEach(e -> fields.addAll(Exprs.columns(e)));
    return fields.build();
  }

  static ImmutableBitSet fields(Expr expression) {
    return ImmutableBitSet.of(Exprs.columns(expression));
  }

  /** Whether constants in it keep the predicate from being TRUE for any row. */
  static boolean isNeverTrue(Expr predicate) {
    if (predicate instanceof Literal literal) {
      return !Boolean.TRUE.equals(literal.value());
    }
    if (predicate instanceof Not not) {
      return isNeverFalse(not.children().get(0));
    }
    if (predicate instanceof Or) {
      return predicate.children().stream().allMatch(Predicates::isNeverTrue);
    }
    return predicate instanceof And
        && predicate.children().stream().anyMatch(Predicates::isNeverTrue);
  }

  private static boolean isNeverFalse(Expr predicate) {
    if (predicate instanceof Literal literal) {
      return !Boolean.FALSE.equals(literal.value());
    }
    if (predicate instanceof Not not) {
      return isNeverTrue(not.children().get(0));
    }
    if (predicate instanceof And) {
      return predicate.children().stream().allMatch(Predicates::isNeverFalse);
    }
    return predicate instanceof Or
        && predicate.children().stream().anyMatch(Predicates::isNeverFalse);
  }

  /** Whether the predicate is surely not TRUE where all these fields are NULL. */
  public static boolean rejectsNulls(Expr predicate, ImmutableBitSet fields) {
    if (predicate instanceof And) {
      return predicate.children().stream().anyMatch(child -> rejectsNulls(child, fields));
    }
    if (predicate instanceof Or) {
      return predicate.children().stream().allMatch(child -> rejectsNulls(child, fields));
    }
    if (predicate instanceof IsNull test) {
      return test.negated() && isNullOver(test.operand(), fields);
    }
    if (predicate instanceof IsTruth test) {
      return !test.negated()
          && (isNullOver(test.operand(), fields)
              || (test.truth() && rejectsNulls(test.operand(), fields)));
    }
    if (predicate instanceof Search search) {
      return search.nullAs() != Search.NullAs.TRUE && isNullOver(search.operand(), fields);
    }
    if (predicate instanceof Literal literal) {
      return !Boolean.TRUE.equals(literal.value());
    }
    return isNullOver(predicate, fields);
  }

  /** Whether the expression is surely NULL where all these fields are. */
  private static boolean isNullOver(Expr expr, ImmutableBitSet fields) {
    if (expr instanceof ColumnRef column) {
      return fields.get(column.index());
    }
    boolean strict =
        expr instanceof Comparison
            || expr instanceof Cast
            || expr instanceof Not
            || (expr instanceof Search search && search.nullAs() == Search.NullAs.UNKNOWN);
    return strict && expr.children().stream().anyMatch(child -> isNullOver(child, fields));
  }
}
