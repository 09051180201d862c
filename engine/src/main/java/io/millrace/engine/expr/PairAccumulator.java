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
 * COVAR, CORR and REGR over pairs (y, x) without NULL, from exact sums: with {@code S(a, b) = n Σab
 * − Σa Σb}, COVAR_POP is S(x, y) / n², REGR_SLOPE S(x, y) / S(x, x), CORR S(x, y) / √(S(x, x) S(y,
 * y)) and so on, each with one rounding. Exact numbers are summed unscaled; beside an approximate
 * one an exact number is its nearest DOUBLE.
 *
 * <p>What isn't finite stays out of the sums: S(a, b) is NaN while there is such an a or b.
 *
 * <p>State: the number of pairs long, for y, then for x counts of those not finite, then Σy, Σx,
 * Σy², Σx², Σxy as {@link BinarySum}.
 */
final class PairAccumulator implements Accumulator {
  private final AggregateFunction function;
  private final Side y;
  private final Side x;
  private final ColumnType type;
  private final BinarySum products = new BinarySum();
  private long count;

  PairAccumulator(
      AggregateFunction function, ColumnType first, ColumnType second, ColumnType type) {
    boolean approximate = Types.isApproximate(first.type()) || Types.isApproximate(second.type());
    this.function = function;
    this.y = new Side(function, first, approximate);
    this.x = new Side(function, second, approximate);
    this.type = type;
  }

  /** The sums over one of the two columns. */
  private static final class Side {
    private final boolean approximate;
    private final int scale;
    private final NonFiniteCounts nonFinite = new NonFiniteCounts();
    private final BinarySum sum = new BinarySum();
    private final BinarySum squares = new BinarySum();

    Side(AggregateFunction function, ColumnType argument, boolean approximate) {
      if (!Types.isNumeric(argument.type())) {
        throw Failures.mismatch("An argument of " + function, argument, "a number");
      }
      this.approximate = approximate;
      this.scale = argument.type() == CellType.DECIMAL && !approximate ? argument.scale() : 0;
    }

    /** Adds a cell, and returns it without its power of two; null if it is not finite. */
    @Nullable BigInteger add(Object cell, long weight) {
      if (approximate && nonFinite.add(number(cell), weight)) {
        return null;
      }
      BigInteger value = mantissa(cell);
      int exponent = exponent(cell);
      sum.add(value, exponent, weight);
      squares.add(value.multiply(value), 2 * exponent, weight);
      return value;
    }

    private static double number(Object cell) {
      return ((Number) cell).doubleValue();
    }

    private BigInteger mantissa(Object cell) {
      if (approximate) {
        return BigInteger.valueOf(BinarySum.mantissa(number(cell)));
      }
      return cell instanceof Long integer
          ? BigInteger.valueOf(integer)
          : ExactSumAccumulator.unscaled((BigDecimal) cell, scale);
    }

    int exponent(Object cell) {
      return approximate ? BinarySum.exponent(number(cell)) : 0;
    }

    void write(DataOutput out) throws IOException {
      sum.write(out);
      squares.write(out);
    }

    void read(DataInput in) throws IOException {
      sum.read(in);
      squares.read(in);
    }
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null) {
      return;
    }
    ArgumentPair pair = (ArgumentPair) cell;
    count = Math.addExact(count, weight);
    BigInteger first = y.add(pair.first(), weight);
    BigInteger second = x.add(pair.second(), weight);
    if (first != null && second != null) {
      int exponent = y.exponent(pair.first()) + x.exponent(pair.second());
      products.add(first.multiply(second), exponent, weight);
    }
  }

  @Override
  public @Nullable Object result() {
    if (function == AggregateFunction.REGR_COUNT) {
      return Numbers.convert(count, type);
    }
    if (count < (function == AggregateFunction.COVAR_SAMP ? 2 : 1)) {
      return null;
    }
    Double value = value();
    boolean fromFinite = y.nonFinite.isEmpty() && x.nonFinite.isEmpty();
    return value == null ? null : Numbers.finite(value, fromFinite, type);
  }

  private @Nullable Double value() {
    BigInteger n = BigInteger.valueOf(count);
    return switch (function) {
      case REGR_AVGY -> average(y, n);
      case REGR_AVGX -> average(x, n);
      case REGR_SYY -> spread(y).over(n);
      case REGR_SXX -> spread(x).over(n);
      case REGR_SXY -> common().over(n);
      case COVAR_POP -> common().over(n.multiply(n));
      case COVAR_SAMP -> common().over(n.multiply(n.subtract(BigInteger.ONE)));
      default -> line(n);
    };
  }

  /** Of what describes a line through the pairs; NULL where there is none. */
  private @Nullable Double line(BigInteger n) {
    Exact sx = spread(x);
    Exact sy = spread(y);
    if (sx.isZero()) {
      return null;
    }
    if (sy.isZero() && function == AggregateFunction.CORR) {
      return null;
    }
    if (sy.isZero() && function == AggregateFunction.REGR_R2) {
      return 1.0;
    }
    Exact sxy = common();
    return switch (function) {
      case REGR_SLOPE -> sxy.over(sx);
      case REGR_INTERCEPT ->
          Exact.of(y).times(sx).minus(sxy.times(Exact.of(x))).over(sx.times(new Exact(n, 0, 0)));
      case REGR_R2 -> sxy.times(sxy).over(sx.times(sy));
      case CORR -> sxy.sign() * sxy.times(sxy).rootOver(sx.times(sy));
      default -> throw new AssertionError(function + " is no aggregate of pairs");
    };
  }

  private double average(Side side, BigInteger n) {
    return side.nonFinite.isEmpty() ? Exact.of(side).over(n) : side.nonFinite.sum();
  }

  private Exact spread(Side side) {
    return moment(side, side, side.squares);
  }

  private Exact common() {
    return moment(y, x, products);
  }

  /** {@code n Σab − Σa Σb}. */
  private Exact moment(Side a, Side b, BinarySum sum) {
    if (!a.nonFinite.isEmpty() || !b.nonFinite.isEmpty()) {
      return Exact.NAN;
    }
    Exact all = new Exact(sum.mantissa(), sum.exponent(), a.scale + b.scale);
    return all.times(new Exact(BigInteger.valueOf(count), 0, 0))
        .minus(Exact.of(a).times(Exact.of(b)));
  }

  /**
   * {@code mantissa · 2^exponent · 10^−scale}, or NaN.
   *
   * @param mantissa null for NaN
   */
  private record Exact(@Nullable BigInteger mantissa, long exponent, int scale) {
    static final Exact NAN = new Exact(null, 0, 0);

    static Exact of(Side side) {
      return new Exact(side.sum.mantissa(), side.sum.exponent(), side.scale);
    }

    boolean isZero() {
      return mantissa != null && mantissa.signum() == 0;
    }

    int sign() {
      return mantissa == null ? 1 : mantissa.signum();
    }

    Exact times(Exact other) {
      return mantissa == null || other.mantissa == null
          ? NAN
          : new Exact(
              mantissa.multiply(other.mantissa), exponent + other.exponent, scale + other.scale);
    }

    /** Of two numbers of one scale. */
    Exact minus(Exact other) {
      if (mantissa == null || other.mantissa == null) {
        return NAN;
      }
      long common = Math.min(exponent, other.exponent);
      BigInteger left = mantissa.shiftLeft((int) (exponent - common));
      BigInteger right = other.mantissa.shiftLeft((int) (other.exponent - common));
      return new Exact(left.subtract(right), common, scale);
    }

    double over(BigInteger divisor) {
      return over(new Exact(divisor, 0, 0));
    }

    double over(Exact divisor) {
      if (mantissa == null || divisor.mantissa == null) {
        return Double.NaN;
      }
      return Rounding.quotient(
          up(divisor.scale - scale, mantissa),
          exponent - divisor.exponent,
          up(scale - divisor.scale, divisor.mantissa));
    }

    /** The root of the quotient of two numbers of one scale. */
    double rootOver(Exact divisor) {
      return mantissa == null || divisor.mantissa == null
          ? Double.NaN
          : Rounding.squareRoot(mantissa, exponent - divisor.exponent, divisor.mantissa);
    }

    private static BigInteger up(int digits, BigInteger value) {
      return digits > 0 ? value.multiply(BigInteger.TEN.pow(digits)) : value;
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
    y.nonFinite.write(out);
    x.nonFinite.write(out);
    y.write(out);
    x.write(out);
    products.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    count = in.readLong();
    y.nonFinite.read(in);
    x.nonFinite.read(in);
    y.read(in);
    x.read(in);
    products.read(in);
  }
}
