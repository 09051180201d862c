package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.Cast;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.IsNull;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Search;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A predicate that is TRUE exactly where one expression lies in a set of values, or, if {@code
 * orNull}, is NULL. Immutable.
 *
 * @param operand the expression
 * @param orNull whether the predicate is TRUE for NULL, too
 */
record RangeTest(Expr operand, Ranges ranges, boolean orNull) {

  /** The predicate as such a test, or null if it isn't one. */
  static @Nullable RangeTest of(Expr predicate, Function<Expr, String> digest) {
    if (predicate instanceof Comparison comparison) {
      return of(comparison);
    }
    if (predicate instanceof Search search) {
      Expr operand = bare(search.operand());
      return new RangeTest(
          operand,
          Ranges.of(operand.type(), search.ranges()),
          search.nullAs() == Search.NullAs.TRUE);
    }
    if (predicate instanceof IsNull test) {
      Expr operand = bare(test.operand());
      Ranges all = Ranges.all(operand.type());
      return test.negated()
          ? new RangeTest(operand, all, false)
          : new RangeTest(operand, Ranges.of(operand.type(), List.of()), true);
    }
    if (predicate instanceof Or or) {
      return union(or, digest);
    }
    if (predicate instanceof Call call && call.function().name().equals("LIKE")) {
      return ofLike(call, true);
    }
    return truth(predicate);
  }

  private static @Nullable RangeTest of(Comparison comparison) {
    if (comparison.right() instanceof Literal right) {
      return of(comparison.left(), comparison.operator(), right);
    }
    if (comparison.left() instanceof Literal left) {
      return of(comparison.right(), comparison.operator().reversed(), left);
    }
    return null;
  }

  private static @Nullable RangeTest of(Expr operand, ComparisonOperator operator, Literal bound) {
    Expr bare = bare(operand);
    Object value = bound.value();
    if (value == null || !isComparable(bare.type(), bound.type())) {
      return null;
    }
    return new RangeTest(bare, Ranges.of(bare.type(), operator, value), false);
  }

  /** The operand below casts to wider exact numbers, which change neither value nor order. */
  static Expr bare(Expr operand) {
    Expr bare = operand;
    while (bare instanceof Cast cast && Types.isSameNumber(cast.operand().type(), cast.type())) {
      bare = cast.operand();
    }
    return bare;
  }

  /** Whether cells of the two types can be bounds of one set. */
  private static boolean isComparable(ColumnType type, ColumnType bound) {
    CellType a = type.type();
    CellType b = bound.type();
    boolean exact = Types.isExact(a) && Types.isExact(b);
    boolean text = Types.isText(a) && Types.isText(b);
    return exact || text || (a == b && !a.hasParts());
  }

  /** Tests of one operand, any of which may hold. */
  private static @Nullable RangeTest union(Or or, Function<Expr, String> digest) {
    RangeTest all = null;
    for (Expr child : or.children()) {
      RangeTest next = of(child, digest);
      if (next == null) {
        return null;
      }
      if (all == null) {
        all = next;
      } else if (digest.apply(all.operand).equals(digest.apply(next.operand))
          && all.operand.type().type() == next.operand.type().type()) {
        all = new RangeTest(all.operand, all.ranges.union(next.ranges), all.orNull || next.orNull);
      } else {
        return null;
      }
    }
    return all;
  }

  /**
   * What LIKE says of its operand: to begin with the text before the first wildcard.
   *
   * @param exactly whether that must be all that it says
   */
  static @Nullable RangeTest ofLike(Call call, boolean exactly) {
    if (call.children().size() != 2
        || !(call.children().get(1) instanceof Literal pattern)
        || !(pattern.value() instanceof String text)
        || call.children().get(0).type().type() != CellType.VARCHAR) {
      return null;
    }
    int wildcard = 0;
    while (wildcard < text.length()
        && text.charAt(wildcard) != '%'
        && text.charAt(wildcard) != '_') {
      wildcard++;
    }
    Expr operand = call.children().get(0);
    String prefix = text.substring(0, wildcard);
    if (wildcard == text.length()) {
      return new RangeTest(
          operand, Ranges.of(operand.type(), ComparisonOperator.EQUAL, text), false);
    }
    if (exactly && !text.substring(wildcard).equals("%")) {
      return null;
    }
    String behind = successor(prefix);
    return behind == null
        ? null
        : new RangeTest(
            operand,
            Ranges.of(operand.type(), List.of(new Search.Range(prefix, true, behind, false))),
            false);
  }

  /** The least text behind all that begin with this one, or null if no simple one is. */
  private static @Nullable String successor(String prefix) {
    if (prefix.isEmpty()) {
      return null;
    }
    int last = prefix.codePointBefore(prefix.length());
    int next = last + 1;
    boolean usable = last < Character.MAX_CODE_POINT && !(next >= 0xD800 && next <= 0xDFFF);
    return usable
        ? new StringBuilder(prefix.substring(0, prefix.offsetByCodePoints(prefix.length(), -1)))
            .appendCodePoint(next)
            .toString()
        : null;
  }

  private static @Nullable RangeTest truth(Expr predicate) {
    if (predicate instanceof Not not) {
      return truth(not.children().get(0), false);
    }
    if (predicate instanceof IsTruth test) {
      RangeTest one = truth(test.operand(), test.truth() != test.negated());
      return one != null && test.negated() ? new RangeTest(one.operand, one.ranges, true) : one;
    }
    return predicate instanceof ColumnRef ? truth(predicate, true) : null;
  }

  /** Where a predicate that is UNKNOWN for NULL alone has this value. */
  private static @Nullable RangeTest truth(Expr predicate, boolean value) {
    if (predicate instanceof Comparison comparison) {
      return value ? of(comparison) : negated(comparison);
    }
    return predicate instanceof ColumnRef
        ? new RangeTest(
            predicate, Ranges.of(predicate.type(), ComparisonOperator.EQUAL, value), false)
        : null;
  }

  private static @Nullable RangeTest negated(Comparison comparison) {
    if (comparison.right() instanceof Literal right) {
      return of(comparison.left(), comparison.operator().negated(), right);
    }
    if (comparison.left() instanceof Literal left) {
      return of(comparison.right(), comparison.operator().negated().reversed(), left);
    }
    return null;
  }
}
