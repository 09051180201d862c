package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a value lies in one of many ranges: IN lists, BETWEEN, chains of {@code <>}. Cost: O(log
 * ranges) comparisons.
 */
public final class Search implements Expr {
  /** What the test gives for NULL. The code is part of stored formats. */
  public enum NullAs {
    UNKNOWN,
    TRUE,
    FALSE
  }

  /**
   * One range of cells of the operand's type; null bounds are open.
   *
   * @param lowerIncluded whether the lower bound is itself in the range
   */
  public record Range(
      @Nullable Object lower,
      boolean lowerIncluded,
      @Nullable Object upper,
      boolean upperIncluded) {
    /** The range of one value. */
    public static Range point(Object value) {
      return new Range(value, true, value, true);
    }

    boolean isPoint() {
      return lower != null && Objects.deepEquals(lower, upper);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Range that
          && lowerIncluded == that.lowerIncluded
          && upperIncluded == that.upperIncluded
          && Objects.deepEquals(lower, that.lower)
          && Objects.deepEquals(upper, that.upper);
    }

    @Override
    public int hashCode() {
      return (lowerIncluded ? 1 : 2) + (upperIncluded ? 3 : 6);
    }
  }

  private final Expr operand;
  private final List<Range> ranges;
  private final NullAs nullAs;
  private final ColumnType order;
  private final ColumnType type;

  /**
   * @param ranges ascending, without overlap, bounds in the normal form of the operand's type
   */
  Search(Expr operand, List<Range> ranges, NullAs nullAs) {
    this.operand = operand;
    this.ranges = List.copyOf(ranges);
    this.nullAs = nullAs;
    this.order = operand.type();
    this.type =
        ColumnType.of(CellType.BOOLEAN)
            .withNullable(nullAs == NullAs.UNKNOWN && operand.type().nullable());
  }

  public Expr operand() {
    return operand;
  }

  /** The ranges, ascending, without overlap. */
  public List<Range> ranges() {
    return ranges;
  }

  public NullAs nullAs() {
    return nullAs;
  }

  @Override
  public ColumnType type() {
    return type;
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    Object value = operand.evaluate(frame);
    if (value != null) {
      return contains(value);
    }
    return switch (nullAs) {
      case UNKNOWN -> null;
      case TRUE -> true;
      case FALSE -> false;
    };
  }

  /** Looks for the last range that does not begin behind the value. */
  private boolean contains(Object value) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (beginsBehind(ranges.get(middle), value)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low > 0 && !endsBefore(ranges.get(low - 1), value);
  }

  private boolean beginsBehind(Range range, Object value) {
    if (range.lower == null) {
      return false;
    }
    int sign = compare(range.lower, value);
    return sign > 0 || (sign == 0 && !range.lowerIncluded);
  }

  private boolean endsBefore(Range range, Object value) {
    if (range.upper == null) {
      return false;
    }
    int sign = compare(range.upper, value);
    return sign < 0 || (sign == 0 && !range.upperIncluded);
  }

  private int compare(Object a, Object b) {
    return a instanceof Long x ? Long.compare(x, (Long) b) : order.compare(a, b);
  }

  @Override
  public List<Expr> children() {
    return List.of(operand);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new Search(children.get(0), ranges, nullAs);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Search that
        && nullAs == that.nullAs
        && operand.equals(that.operand)
        && ranges.equals(that.ranges);
  }

  @Override
  public int hashCode() {
    return 31 * operand.hashCode() + ranges.size();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("(").append(operand).append(" IN {");
    String separator = "";
    for (Range range : ranges) {
      text.append(separator).append(describe(range));
      separator = ", ";
    }
    text.append("}");
    if (nullAs != NullAs.UNKNOWN) {
      text.append(" NULL AS ").append(nullAs);
    }
    return text.append(")").toString();
  }

  private String describe(Range range) {
    ColumnType bound = operand.type();
    if (range.isPoint()) {
      return CellText.quote(bound, range.lower);
    }
    return (range.lowerIncluded ? "[" : "(")
        + (range.lower == null ? "-" : CellText.quote(bound, range.lower))
        + " .. "
        + (range.upper == null ? "-" : CellText.quote(bound, range.upper))
        + (range.upperIncluded ? "]" : ")");
  }
}
