package io.millrace.engine.query;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Search;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a predicate says of single columns: equal to a value, or between two. Only what a key
 * look-up can use; the predicate itself is still evaluated for each row, so leaving something out
 * is safe.
 */
final class KeyBounds {
  /** What is known of a column's cells; null is open. */
  static final class Bounds {
    @Nullable Object equal;

    /** The only values that are possible, each once; null if there is no such list. */
    @Nullable List<Object> anyOf;

    @Nullable Object lower;
    @Nullable Object upper;
    boolean lowerIncluded;
    boolean upperIncluded;

    boolean isRange() {
      return lower != null || upper != null;
    }
  }

  private final RowType rowType;
  private final EvaluationFrame frame;
  private final Map<Integer, Bounds> byColumn = new HashMap<>();

  private KeyBounds(RowType rowType, EvaluationFrame frame) {
    this.rowType = rowType;
    this.frame = frame;
  }

  /** The bounds that a predicate over rows of a type sets, for the frame's parameters. */
  static KeyBounds of(Expr predicate, RowType rowType, EvaluationFrame frame) {
    KeyBounds bounds = new KeyBounds(rowType, frame);
    bounds.add(predicate);
    return bounds;
  }

  /** The bounds of a column, or null if there are none. */
  @Nullable Bounds of(int column) {
    return byColumn.get(column);
  }

  private void add(Expr predicate) {
    if (predicate instanceof And and) {
      and.children().forEach(this::add);
    } else if (predicate instanceof Comparison comparison) {
      if (comparison.left() instanceof ColumnRef column) {
        add(column.index(), comparison.operator(), comparison.right());
      } else if (comparison.right() instanceof ColumnRef column) {
        add(column.index(), comparison.operator().reversed(), comparison.left());
      }
    } else if (predicate instanceof Or or) {
      addOr(or);
    } else if (predicate instanceof Search search
        && search.operand() instanceof ColumnRef column
        && search.nullAs() != Search.NullAs.TRUE
        && !search.ranges().isEmpty()) {
      addRanges(column.index(), search.ranges());
    }
  }

  /** An IN list as it may arrive: equalities of one column with constants. */
  private void addOr(Or or) {
    int column = -1;
    List<Object> values = new ArrayList<>();
    for (Expr child : or.children()) {
      if (!(child instanceof Comparison comparison)
          || comparison.operator() != ComparisonOperator.EQUAL
          || !(comparison.left() instanceof ColumnRef reference)
          || (column >= 0 && column != reference.index())) {
        return;
      }
      column = reference.index();
      Object cell = constant(comparison.right());
      Object fitted =
          cell == null ? null : fit(cell, comparison.right().type(), rowType.column(column));
      if (fitted == null) {
        return;
      }
      if (values.stream().noneMatch(fitted::equals)) {
        values.add(fitted);
      }
    }
    bounds(column).anyOf = values;
  }

  private void addRanges(int column, List<Search.Range> ranges) {
    Search.Range first = ranges.get(0);
    Search.Range last = ranges.get(ranges.size() - 1);
    Bounds bounds = bounds(column);
    if (ranges.stream().allMatch(KeyBounds::isPoint)) {
      List<Object> values = new ArrayList<>();
      ranges.forEach(range -> values.add(Objects.requireNonNull(range.lower())));
      if (values.size() == 1) {
        bounds.equal = values.get(0);
      } else {
        bounds.anyOf = values;
      }
      return;
    }
    if (first.lower() != null) {
      bounds.lower = first.lower();
      bounds.lowerIncluded = first.lowerIncluded();
    }
    if (last.upper() != null) {
      bounds.upper = last.upper();
      bounds.upperIncluded = last.upperIncluded();
    }
  }

  private static boolean isPoint(Search.Range range) {
    return range.lower() != null && Objects.deepEquals(range.lower(), range.upper());
  }

  /** Whether a value is the same for every row, and can be had without an error. */
  private static boolean isFixed(Expr value) {
    return Exprs.columns(value).isEmpty()
        && !Exprs.canFail(value)
        && Exprs.firstVolatile(value).isEmpty();
  }

  private @Nullable Object constant(Expr value) {
    return isFixed(value) ? value.evaluate(frame) : null;
  }

  private void add(int column, ComparisonOperator operator, Expr value) {
    if (operator == ComparisonOperator.NOT_EQUAL || !isFixed(value)) {
      return;
    }
    Object cell = value.evaluate(frame);
    Object fitted = cell == null ? null : fit(cell, value.type(), rowType.column(column));
    if (fitted != null) {
      set(bounds(column), operator, fitted);
    }
  }

  private Bounds bounds(int column) {
    return byColumn.computeIfAbsent(column, key -> new Bounds());
  }

  private static void set(Bounds bounds, ComparisonOperator operator, Object cell) {
    switch (operator) {
      case EQUAL -> bounds.equal = cell;
      case GREATER, GREATER_OR_EQUAL -> {
        bounds.lower = cell;
        bounds.lowerIncluded = operator == ComparisonOperator.GREATER_OR_EQUAL;
      }
      case LESS, LESS_OR_EQUAL -> {
        bounds.upper = cell;
        bounds.upperIncluded = operator == ComparisonOperator.LESS_OR_EQUAL;
      }
      case NOT_EQUAL -> throw new AssertionError("<> bounds nothing");
    }
  }

  /** The same value as a cell of the column's type, or null if there is no exact one. */
  private static @Nullable Object fit(Object cell, ColumnType from, ColumnType column) {
    return switch (column.type()) {
      case TINYINT -> integer(cell, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> integer(cell, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> integer(cell, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> integer(cell, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL -> decimal(cell, column);
      case ARRAY, ROW -> Types.isSameCell(from, column) ? cell : null;
      default -> from.type() == column.type() ? cell : null;
    };
  }

  private static @Nullable Object integer(Object cell, long least, long greatest) {
    if (cell instanceof Long value) {
      return value >= least && value <= greatest ? value : null;
    }
    return null;
  }

  private static @Nullable Object decimal(Object cell, ColumnType column) {
    BigDecimal value =
        cell instanceof Long whole
            ? BigDecimal.valueOf(whole)
            : cell instanceof BigDecimal decimal ? decimal : null;
    if (value == null) {
      return null;
    }
    BigDecimal scaled = value.setScale(column.scale(), RoundingMode.DOWN);
    boolean fits = scaled.compareTo(value) == 0 && scaled.precision() <= column.precision();
    return fits ? scaled : null;
  }
}
