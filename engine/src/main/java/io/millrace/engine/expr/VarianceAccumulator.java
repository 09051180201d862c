package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * VAR_POP, VAR_SAMP and their square roots, from exact sums: {@code (n Σx² − (Σx)²) / (n · d)} with
 * d = n or n − 1, without the cancellation that makes this formula useless in floating point, and
 * with one rounding. Exact numbers are summed unscaled.
 *
 * <p>State: the number of values long; for approximate arguments counts of those not finite, Σx and
 * Σx² as {@link BinarySum}; for exact ones Σx and Σx² as {@link IntegerSum}.
 */
final class VarianceAccumulator implements Accumulator {
  private final AggregateFunction function;
  private final boolean approximate;
  private final int scale;
  private final ColumnType type;
  private final NonFiniteCounts nonFinite = new NonFiniteCounts();
  private final BinarySum binarySum = new BinarySum();
  private final BinarySum binarySquares = new BinarySum();
  private final IntegerSum integerSum = new IntegerSum();
  private final IntegerSum integerSquares = new IntegerSum();
  private long count;

  VarianceAccumulator(AggregateFunction function, ColumnType argument, ColumnType type) {
    if (!Types.isNumeric(argument.type())) {
      throw Failures.mismatch("The argument of " + function, argument, "a number");
    }
    this.function = function;
    this.approximate = Types.isApproximate(argument.type());
    this.scale = argument.type() == CellType.DECIMAL ? argument.scale() : 0;
    this.type = type;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null) {
      return;
    }
    count = Math.addExact(count, weight);
    if (approximate) {
      double value = (Double) cell;
      if (!nonFinite.add(value, weight)) {
        binarySum.add(value, weight);
        binarySquares.addSquare(value, weight);
      }
      return;
    }
    BigInteger value =
        cell instanceof Long integer
            ? BigInteger.valueOf(integer)
            : ExactSumAccumulator.unscaled((BigDecimal) cell, scale);
    integerSum.add(value, weight);
    integerSquares.add(value.multiply(value), weight);
  }

  @Override
  public @Nullable Object result() {
    if (!approximate) {
      return ofExact(function, count, integerSum.value(), integerSquares.value(), scale, type);
    }
    if (count < least(function)) {
      return null;
    }
    if (!nonFinite.isEmpty()) {
      return Numbers.convert(Double.NaN, type);
    }
    return typed(ofBinary(BigInteger.valueOf(count), divisor(function, count)), type);
  }

  private static boolean isSample(AggregateFunction function) {
    return function == AggregateFunction.VAR_SAMP || function == AggregateFunction.STDDEV_SAMP;
  }

  private static int least(AggregateFunction function) {
    return isSample(function) ? 2 : 1;
  }

  /** n · d. */
  private static BigInteger divisor(AggregateFunction function, long count) {
    BigInteger n = BigInteger.valueOf(count);
    return n.multiply(isSample(function) ? n.subtract(BigInteger.ONE) : n);
  }

  private static Object typed(double value, ColumnType type) {
    return Types.isApproximate(type.type())
        ? Numbers.finite(value, true, type)
        : Numbers.convert(value, type);
  }

  /**
   * The result over exact numbers.
   *
   * @param sum Σx, unscaled
   * @param squares Σx², unscaled
   * @param scale of x
   */
  static @Nullable Object ofExact(
      AggregateFunction function,
      long count,
      BigInteger sum,
      BigInteger squares,
      int scale,
      ColumnType type) {
    if (count < least(function)) {
      return null;
    }
    BigInteger spread = BigInteger.valueOf(count).multiply(squares).subtract(sum.multiply(sum));
    BigInteger scaled = divisor(function, count).multiply(BigInteger.TEN.pow(2 * scale));
    return typed(rounded(function, spread, 0, scaled), type);
  }

  /** As {@link #ofExact}, both terms brought to the smaller of the two exponents. */
  private double ofBinary(BigInteger n, BigInteger divisor) {
    BigInteger squares = n.multiply(binarySquares.mantissa());
    BigInteger square = binarySum.mantissa().multiply(binarySum.mantissa());
    int squaresExponent = binarySquares.exponent();
    int squareExponent = 2 * binarySum.exponent();
    int exponent = Math.min(squaresExponent, squareExponent);
    BigInteger spread =
        squares
            .shiftLeft(squaresExponent - exponent)
            .subtract(square.shiftLeft(squareExponent - exponent));
    return rounded(function, spread, exponent, divisor);
  }

  private static double rounded(
      AggregateFunction function, BigInteger spread, int exponent, BigInteger divisor) {
    return switch (function) {
      case STDDEV_POP, STDDEV_SAMP -> Rounding.squareRoot(spread, exponent, divisor);
      default -> Rounding.quotient(spread, exponent, divisor);
    };
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
    if (approximate) {
      nonFinite.write(out);
      binarySum.write(out);
      binarySquares.write(out);
    } else {
      integerSum.write(out);
      integerSquares.write(out);
    }
  }

  @Override
  public void read(DataInput in) throws IOException {
    count = in.readLong();
    if (approximate) {
      nonFinite.read(in);
      binarySum.read(in);
      binarySquares.read(in);
    } else {
      integerSum.read(in);
      integerSquares.read(in);
    }
  }
}
