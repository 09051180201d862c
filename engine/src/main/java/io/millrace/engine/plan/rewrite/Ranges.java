package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Search.Range;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of values that are not NULL, as ranges, ascending and apart. Immutable.
 *
 * <p>Bounds are cells of the operand's type, or exact numbers where that is one. Ranges of integers
 * are brought to included bounds, so that {@code x > 50} and {@code x >= 51} are one set.
 */
final class Ranges {
  private final Comparator<Object> order;
  private final boolean integers;
  private final List<Range> ranges;

  private Ranges(Comparator<Object> order, boolean integers, List<Range> ranges) {
    this.order = order;
    this.integers = integers;
    this.ranges = ranges;
  }

  /** All values of a type. */
  static Ranges all(ColumnType type) {
    return of(type, List.of(new Range(null, false, null, false)));
  }

  /** All values of the type that another set is of. */
  static Ranges all(Ranges other) {
    return other.with(List.of(new Range(null, false, null, false)));
  }

  /** The values in any of these ranges, which may overlap. */
  static Ranges of(ColumnType type, List<Range> ranges) {
    boolean integers = Types.isInteger(type.type());
    boolean exact = integers || (Types.isNumeric(type.type()) && !Types.isApproximate(type.type()));
    Comparator<Object> order =
        exact ? (a, b) -> number(a).compareTo(number(b)) : (a, b) -> type.compare(a, b);
    return new Ranges(order, integers, List.of()).with(ranges);
  }

  /** The values for which {@code value OP constant} is TRUE. */
  static Ranges of(ColumnType type, ComparisonOperator operator, Object constant) {
    return switch (operator) {
      case EQUAL -> of(type, List.of(Range.point(constant)));
      case NOT_EQUAL ->
          of(
              type,
              List.of(
                  new Range(null, false, constant, false),
                  new Range(constant, false, null, false)));
      case LESS, LESS_OR_EQUAL ->
          of(
              type,
              List.of(
                  new Range(null, false, constant, operator == ComparisonOperator.LESS_OR_EQUAL)));
      case GREATER, GREATER_OR_EQUAL ->
          of(
              type,
              List.of(
                  new Range(
                      constant, operator == ComparisonOperator.GREATER_OR_EQUAL, null, false)));
    };
  }

  private static BigDecimal number(Object cell) {
    return cell instanceof Long value ? BigDecimal.valueOf(value) : (BigDecimal) cell;
  }

  /** The same kind of set with other ranges, brought in order. */
  private Ranges with(List<Range> given) {
    List<Range> sorted = new ArrayList<>();
    for (Range range : given) {
      Range closed = integers ? closed(range) : range;
      if (!isEmpty(closed)) {
        sorted.add(closed);
      }
    }
    sorted.sort(this::compareLower);
    List<Range> merged = new ArrayList<>();
    for (Range range : sorted) {
      Range last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && touches(last, range)) {
        merged.set(merged.size() - 1, joined(last, range));
      } else {
        merged.add(range);
      }
    }
    return new Ranges(order, integers, List.copyOf(merged));
  }

  /** The same integers between bounds that belong to them. */
  private static Range closed(Range range) {
    Object lower = range.lower();
    Object upper = range.upper();
    if (lower != null) {
      BigDecimal bound = number(lower);
      BigDecimal least = bound.setScale(0, java.math.RoundingMode.CEILING);
      boolean next = !range.lowerIncluded() && least.compareTo(bound) == 0;
      lower = next ? least.add(BigDecimal.ONE) : least;
    }
    if (upper != null) {
      BigDecimal bound = number(upper);
      BigDecimal most = bound.setScale(0, java.math.RoundingMode.FLOOR);
      boolean before = !range.upperIncluded() && most.compareTo(bound) == 0;
      upper = before ? most.subtract(BigDecimal.ONE) : most;
    }
    return new Range(lower, lower != null, upper, upper != null);
  }

  private boolean isEmpty(Range range) {
    if (range.lower() == null || range.upper() == null) {
      return false;
    }
    int sign = order.compare(range.lower(), range.upper());
    return sign > 0 || (sign == 0 && !(range.lowerIncluded() && range.upperIncluded()));
  }

  private int compareLower(Range a, Range b) {
    if (a.lower() == null || b.lower() == null) {
      return Boolean.compare(a.lower() != null, b.lower() != null);
    }
    int sign = order.compare(a.lower(), b.lower());
    return sign != 0 ? sign : Boolean.compare(b.lowerIncluded(), a.lowerIncluded());
  }

  private int compareUpper(Range a, Range b) {
    if (a.upper() == null || b.upper() == null) {
      return Boolean.compare(a.upper() == null, b.upper() == null);
    }
    int sign = order.compare(a.upper(), b.upper());
    return sign != 0 ? sign : Boolean.compare(a.upperIncluded(), b.upperIncluded());
  }

  /** Whether no value lies between the first and the second, which does not begin before it. */
  private boolean touches(Range first, Range second) {
    if (first.upper() == null || second.lower() == null) {
      return true;
    }
    int sign = order.compare(second.lower(), first.upper());
    if (sign == 0) {
      return first.upperIncluded() || second.lowerIncluded();
    }
    return sign < 0
        || (integers
            && number(second.lower()).subtract(BigDecimal.ONE).compareTo(number(first.upper()))
                == 0);
  }

  private Range joined(Range first, Range second) {
    Range last = compareUpper(first, second) >= 0 ? first : second;
    return new Range(first.lower(), first.lowerIncluded(), last.upper(), last.upperIncluded());
  }

  /** The values of both sets. */
  Ranges intersect(Ranges other) {
    List<Range> common = new ArrayList<>();
    for (Range a : ranges) {
      for (Range b : other.ranges) {
        Range low = compareLower(a, b) >= 0 ? a : b;
        Range high = compareUpper(a, b) <= 0 ? a : b;
        common.add(new Range(low.lower(), low.lowerIncluded(), high.upper(), high.upperIncluded()));
      }
    }
    return with(common);
  }

  /** The values of either set. */
  Ranges union(Ranges other) {
    List<Range> all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    return with(all);
  }

  /** Whether every value of this set is in the other. */
  boolean isWithin(Ranges other) {
    for (Range range : ranges) {
      if (other.ranges.stream().noneMatch(outer -> contains(outer, range))) {
        return false;
      }
    }
    return true;
  }

  private boolean contains(Range outer, Range inner) {
    return compareLower(outer, inner) <= 0 && compareUpper(outer, inner) >= 0;
  }

  boolean isEverything() {
    return all(this).isWithin(this);
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** The values, if the set is a list of single ones; else null. */
  @Nullable List<Object> points() {
    List<Object> points = new ArrayList<>();
    for (Range range : ranges) {
      Object lower = range.lower();
      Object upper = range.upper();
      if (lower == null || upper == null || order.compare(lower, upper) != 0) {
        return null;
      }
      points.add(lower);
    }
    return points;
  }

  /** The one value of the set, or null if it has another number of them. */
  @Nullable Object onlyValue() {
    List<Object> points = points();
    return points != null && points.size() == 1 ? points.get(0) : null;
  }
}
