package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Averages and variances from sums that are kept already, to the very value that the aggregate
 * function over the rows gives: they share its last step. Arguments are exact numbers.
 */
public final class Summaries {
  private static final String AVERAGE = "AVG FROM SUM";

  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(AVERAGE, 2, Typings.DOUBLE, Summaries::bindAverage),
          variance(AggregateFunction.VAR_POP),
          variance(AggregateFunction.VAR_SAMP),
          variance(AggregateFunction.STDDEV_POP),
          variance(AggregateFunction.STDDEV_SAMP));

  private Summaries() {}

  private static String nameOf(AggregateFunction function) {
    return function + " FROM SUMS";
  }

  private static Function variance(AggregateFunction function) {
    return Function.of(
        nameOf(function),
        3,
        Typings.DOUBLE,
        (arguments, type) -> bindVariance(function, arguments, type));
  }

  /** The average of {@code count} values that add up to {@code sum}; NULL if there are none. */
  public static Expr average(Expr sum, Expr count, ColumnType type) {
    return Exprs.call(AVERAGE, type.withNullable(true), List.of(sum, count));
  }

  /** A variance or deviation from the number, sum and sum of squares of the values. */
  public static Expr variance(
      AggregateFunction function, Expr count, Expr sum, Expr squares, ColumnType type) {
    return Exprs.call(nameOf(function), type.withNullable(true), List.of(count, sum, squares));
  }

  private static Evaluation bindAverage(List<Expr> arguments, ColumnType type) {
    Expr sum = arguments.get(0);
    Expr count = arguments.get(1);
    return frame -> {
      Object total = sum.evaluate(frame);
      Object rows = count.evaluate(frame);
      return total == null || rows == null
          ? null
          : ExactSumAccumulator.average(number(total), ((Number) rows).longValue(), type);
    };
  }

  private static Evaluation bindVariance(
      AggregateFunction function, List<Expr> arguments, ColumnType type) {
    int scale = scaleOf(arguments.get(1).type());
    return frame -> {
      Object rows = arguments.get(0).evaluate(frame);
      BigInteger sum = unscaled(arguments.get(1).evaluate(frame), scale);
      BigInteger squares = unscaled(arguments.get(2).evaluate(frame), 2 * scale);
      return rows == null || sum == null || squares == null
          ? null
          : VarianceAccumulator.ofExact(
              function, ((Number) rows).longValue(), sum, squares, scale, type);
    };
  }

  private static int scaleOf(ColumnType type) {
    return type.type() == CellType.DECIMAL ? type.scale() : 0;
  }

  private static @Nullable BigInteger unscaled(@Nullable Object cell, int scale) {
    return cell == null ? null : ExactSumAccumulator.unscaled(number(cell), scale);
  }

  private static BigDecimal number(Object cell) {
    return cell instanceof Long value ? BigDecimal.valueOf(value) : (BigDecimal) cell;
  }
}
