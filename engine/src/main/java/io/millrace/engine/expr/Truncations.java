package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What of a date or timestamp follows from its truncation: years and quarters from months, the
 * parts of a date from days, ranges that begin and end with a month from months. Stateless.
 */
public final class Truncations {
  /** Units, each of which a coarser one is made up of; see {@link #isWithin}. */
  private static final List<TimeUnit> UNITS =
      List.of(
          TimeUnit.MILLENNIUM,
          TimeUnit.CENTURY,
          TimeUnit.DECADE,
          TimeUnit.YEAR,
          TimeUnit.QUARTER,
          TimeUnit.MONTH,
          TimeUnit.WEEK,
          TimeUnit.ISOWEEK,
          TimeUnit.DAY,
          TimeUnit.HOUR,
          TimeUnit.MINUTE,
          TimeUnit.SECOND,
          TimeUnit.MILLISECOND);

  private static final ColumnType DATE = ColumnType.of(CellType.DATE);

  /**
   * A way to compute an expression.
   *
   * @param truncation what it can be computed from
   * @param over the expression, given what holds the truncation's value
   */
  public record Way(Expr truncation, UnaryOperator<Expr> over) {}

  private Truncations() {}

  /**
   * The ways to compute an expression from coarser values of the date or timestamp that it reads,
   * coarsest first; none for most expressions.
   */
  public static List<Way> of(Expr expr) {
    Expr bounded = halfOpen(expr);
    Expr operand = bounded == null ? null : operand(bounded);
    if (bounded == null || operand == null) {
      return List.of();
    }
    List<Way> ways = new ArrayList<>();
    for (TimeUnit unit : UNITS) {
      if (!follows(bounded, unit)) {
        continue;
      }
      Expr truncation = Exprs.call("FLOOR_TO", operand, Exprs.literal(unit.name()));
      ways.add(new Way(truncation, value -> over(bounded, value)));
      if (unit == TimeUnit.DAY && operand.type().type() == CellType.TIMESTAMP) {
        ways.add(
            new Way(
                Exprs.cast(operand, DATE),
                value -> over(bounded, Exprs.cast(value, operand.type()))));
      }
    }
    return ways;
  }

  /** The date or timestamp that an expression is of, if it is of nothing else. */
  private static @Nullable Expr operand(Expr expr) {
    int position = position(expr);
    Expr operand = position < 0 ? null : expr.children().get(position);
    boolean civil =
        operand != null
            && (operand.type().type() == CellType.DATE
                || operand.type().type() == CellType.TIMESTAMP);
    return civil && !(operand instanceof Literal) ? operand : null;
  }

  /** Where the operand stands among the children, or -1. */
  private static int position(Expr expr) {
    if (expr instanceof Call call) {
      return switch (call.function().name()) {
        case "FLOOR_TO", "LAST_DAY", "DAYNAME", "MONTHNAME" -> 0;
        case "EXTRACT" -> 1;
        default -> -1;
      };
    }
    if (expr instanceof Comparison comparison) {
      return comparison.right() instanceof Literal ? 0 : -1;
    }
    boolean toDate = expr instanceof Cast cast && cast.type().type() == CellType.DATE;
    return toDate || expr instanceof Search ? 0 : -1;
  }

  private static Expr over(Expr expr, Expr value) {
    List<Expr> children = new ArrayList<>(expr.children());
    children.set(position(expr), value);
    return expr.withChildren(children);
  }

  /** Whether the expression has one value for all operands with the same truncation. */
  private static boolean follows(Expr expr, TimeUnit unit) {
    if (expr instanceof Comparison comparison) {
      return comparison.right() instanceof Literal bound && isFirst(bound.value(), bound, unit);
    }
    if (expr instanceof Search search) {
      return search.ranges().stream()
          .allMatch(
              range ->
                  isFirst(range.lower(), search.operand(), unit)
                      && isFirst(range.upper(), search.operand(), unit));
    }
    if (!(expr instanceof Call call)) {
      return isWithin(unit, TimeUnit.DAY);
    }
    return switch (call.function().name()) {
      case "FLOOR_TO" ->
          isWithin(unit, TimeUnit.ofName(Arguments.constantText(call.children(), 1)));
      case "EXTRACT" ->
          isWithin(unit, deciding(TimeUnit.ofName(Arguments.constantText(call.children(), 0))));
      case "LAST_DAY", "MONTHNAME" -> isWithin(unit, TimeUnit.MONTH);
      default -> isWithin(unit, TimeUnit.DAY);
    };
  }

  /** The coarsest unit to which a value may be truncated without changing this part of it. */
  private static TimeUnit deciding(TimeUnit part) {
    return switch (part) {
      case ISOYEAR, WEEK, ISOWEEK -> TimeUnit.ISOWEEK;
      case DOW, ISODOW, DOY -> TimeUnit.DAY;
      case EPOCH -> TimeUnit.SECOND;
      default -> part;
    };
  }

  /** Whether each stretch of a unit lies in one of another, or is one. */
  private static boolean isWithin(TimeUnit unit, TimeUnit coarser) {
    if (unit == coarser) {
      return true;
    }
    return switch (coarser) {
      case MILLENNIUM -> isWithin(unit, TimeUnit.CENTURY);
      case CENTURY, DECADE -> isWithin(unit, TimeUnit.YEAR);
      case YEAR -> isWithin(unit, TimeUnit.QUARTER);
      case QUARTER -> isWithin(unit, TimeUnit.MONTH);
      case MONTH, WEEK, ISOWEEK -> isWithin(unit, TimeUnit.DAY);
      case DAY -> isWithin(unit, TimeUnit.HOUR);
      case HOUR -> isWithin(unit, TimeUnit.MINUTE);
      case MINUTE -> isWithin(unit, TimeUnit.SECOND);
      case SECOND -> isWithin(unit, TimeUnit.MILLISECOND);
      default -> false;
    };
  }

  /** Whether a bound is open or the first moment of a unit. */
  private static boolean isFirst(@Nullable Object bound, Expr of, TimeUnit unit) {
    if (bound == null) {
      return true;
    }
    CellType type = of.type().type();
    long value = (Long) bound;
    return DateTimes.isInRange(value, type) && DateFunctions.floor(value, unit, type) == value;
  }

  /**
   * The same test with {@code >=} and {@code <} alone, its constants to the right: days and
   * microseconds have a next. What is no test stays as it is; null if a test has no such form.
   */
  private static @Nullable Expr halfOpen(Expr expr) {
    if (expr instanceof Comparison comparison) {
      return halfOpen(comparison);
    }
    if (!(expr instanceof Search search)) {
      return expr;
    }
    List<Search.Range> ranges = new ArrayList<>();
    for (Search.Range range : operand(search) == null ? List.<Search.Range>of() : search.ranges()) {
      Object lower = range.lowerIncluded() ? range.lower() : next(range.lower());
      Object upper = range.upperIncluded() ? next(range.upper()) : range.upper();
      ranges.add(new Search.Range(lower, lower != null, upper, false));
    }
    return ranges.isEmpty() ? null : Exprs.search(search.operand(), ranges, search.nullAs());
  }

  private static @Nullable Expr halfOpen(Comparison comparison) {
    if (comparison.left() instanceof Literal) {
      return comparison.right() instanceof Literal
          ? null
          : halfOpen(
              new Comparison(
                  comparison.operator().reversed(), comparison.right(), comparison.left()));
    }
    if (operand(comparison) == null
        || !(comparison.right() instanceof Literal bound)
        || bound.type().type() != comparison.left().type().type()
        || bound.value() == null) {
      return null;
    }
    Expr next = Exprs.literal(next(bound.value()), bound.type());
    return switch (comparison.operator()) {
      case LESS, GREATER_OR_EQUAL -> comparison;
      case LESS_OR_EQUAL -> new Comparison(ComparisonOperator.LESS, comparison.left(), next);
      case GREATER -> new Comparison(ComparisonOperator.GREATER_OR_EQUAL, comparison.left(), next);
      case EQUAL, NOT_EQUAL -> null;
    };
  }

  private static @Nullable Object next(@Nullable Object bound) {
    return bound == null ? null : (Long) bound + 1;
  }
}
