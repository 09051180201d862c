package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns constants into ranges of the operand's cells, so that a search does what {@code =} does.
 */
final class Searches {
  private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Searches() {}

  static Expr in(Expr operand, List<Expr> values) {
    List<Expr> others = new ArrayList<>();
    List<Search.Range> points = new ArrayList<>();
    for (Expr value : values) {
      if (!(value instanceof Literal literal)) {
        others.add(Exprs.compare(ComparisonOperator.EQUAL, operand, value));
      } else if (literal.value() == null) {
        others.add(Exprs.nullOf(ColumnType.of(CellType.BOOLEAN)));
      } else if (canBound(operand.type(), literal.type())) {
        range(operand.type(), Search.Range.point(literal.value())).ifPresent(points::add);
      } else {
        others.add(Exprs.compare(ComparisonOperator.EQUAL, operand, value));
      }
    }
    if (!points.isEmpty() || others.isEmpty()) {
      others.add(0, Exprs.search(operand, sorted(operand.type(), points), Search.NullAs.UNKNOWN));
    }
    return Exprs.or(others);
  }

  private static List<Search.Range> sorted(ColumnType type, List<Search.Range> points) {
    List<Search.Range> sorted = new ArrayList<>(points);
    sorted.sort((a, b) -> compare(type, a.lower(), b.lower()));
    for (int i = sorted.size() - 1; i > 0; i--) {
      if (compare(type, sorted.get(i).lower(), sorted.get(i - 1).lower()) == 0) {
        sorted.remove(i);
      }
    }
    return sorted;
  }

  private static int compare(ColumnType type, @Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      throw new AssertionError("a point without a value");
    }
    return type.compare(a, b);
  }

  /** Whether constants of a type can be brought to the operand's cells without loss. */
  static boolean canBound(ColumnType operand, ColumnType bound) {
    CellType to = operand.type();
    CellType from = bound.type();
    if (Types.isNumeric(to) && Types.isNumeric(from)) {
      return Types.isApproximate(to) || !Types.isApproximate(from);
    }
    if (to.hasParts()) {
      return to == CellType.ARRAY && operand.withNullable(true).equals(bound.withNullable(true));
    }
    return to == from
        || (Types.isText(to) && Types.isText(from))
        || (Types.isBinary(to) && Types.isBinary(from));
  }

  /** The range in cells of the operand's type, which hold fewer values; empty if none is left. */
  static Optional<Search.Range> range(ColumnType operand, Search.Range range) {
    if (Types.isInteger(operand.type())) {
      return integers(range);
    }
    return Optional.of(
        new Search.Range(
            bound(operand, range.lower()),
            range.lowerIncluded(),
            bound(operand, range.upper()),
            range.upperIncluded()));
  }

  private static @Nullable Object bound(ColumnType operand, @Nullable Object value) {
    if (value instanceof Number number) {
      if (Types.isApproximate(operand.type())) {
        return number.doubleValue() + 0.0;
      }
      return operand.type() == CellType.DECIMAL ? Numbers.decimal(number) : number;
    }
    return value instanceof String text && operand.type() == CellType.CHAR
        ? TextFunctions.trimEnd(text)
        : value;
  }

  /** The integers of a range, as a closed range of longs. */
  private static Optional<Search.Range> integers(Search.Range range) {
    Long lower = null;
    if (range.lower() != null) {
      BigDecimal least = Numbers.decimal(range.lower());
      BigDecimal whole = least.setScale(0, RoundingMode.CEILING);
      if (!range.lowerIncluded() && whole.compareTo(least) == 0) {
        whole = whole.add(BigDecimal.ONE);
      }
      if (whole.compareTo(GREATEST) > 0) {
        return Optional.empty();
      }
      lower = whole.max(LEAST).longValue();
    }
    Long upper = null;
    if (range.upper() != null) {
      BigDecimal greatest = Numbers.decimal(range.upper());
      BigDecimal whole = greatest.setScale(0, RoundingMode.FLOOR);
      if (!range.upperIncluded() && whole.compareTo(greatest) == 0) {
        whole = whole.subtract(BigDecimal.ONE);
      }
      if (whole.compareTo(LEAST) < 0) {
        return Optional.empty();
      }
      upper = whole.min(GREATEST).longValue();
    }
    if (lower != null && upper != null && lower > upper) {
      return Optional.empty();
    }
    return Optional.of(new Search.Range(lower, lower != null, upper, upper != null));
  }
}
