package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate functions. NULLs are ignored by all but COUNT of rows and SINGLE_VALUE; over
 * nothing all but COUNT and SUM0 are NULL.
 *
 * <p>A linear function's accumulator forgets a value as exactly as it learnt it. The others take
 * the least or the greatest value: after a removal only an ordered trace knows the next one.
 */
public enum AggregateFunction {
  /** How many rows, or how many values that are not NULL. */
  COUNT(1),
  SUM(2),
  /** SUM, 0 over nothing. */
  SUM0(3),
  AVG(4),
  MIN(5),
  MAX(6),
  VAR_POP(7),
  VAR_SAMP(8),
  STDDEV_POP(9),
  STDDEV_SAMP(10),
  BOOL_AND(11),
  BOOL_OR(12),
  BIT_AND(13),
  BIT_OR(14),
  BIT_XOR(15),
  /** The least value, so that it is always the same one. */
  ANY_VALUE(16),
  /** The value of the only row; more than one are 21000. */
  SINGLE_VALUE(17);

  private static final AggregateFunction[] BY_CODE = values();

  private final int code;

  AggregateFunction(int code) {
    this.code = code;
  }

  /** The stored tag; never changes. */
  public int code() {
    return code;
  }

  /** The function whose stored tag is {@code code}; null if there is none. */
  public static @Nullable AggregateFunction ofCode(int code) {
    return code < 1 || code > BY_CODE.length ? null : BY_CODE[code - 1];
  }

  /**
   * Whether its accumulator can forget; else an ordered trace of the values must give the value.
   */
  public boolean isLinear() {
    return this != MIN && this != MAX && this != ANY_VALUE;
  }

  /** Of a function that is not linear: whether it takes the least value, else the greatest. */
  public boolean takesLeast() {
    return this != MAX;
  }

  /** Whether equal values count once anyway, so that DISTINCT makes no difference. */
  public boolean ignoresDuplicates() {
    return switch (this) {
      case MIN, MAX, ANY_VALUE, BOOL_AND, BOOL_OR, BIT_AND, BIT_OR -> true;
      default -> false;
    };
  }

  /**
   * An empty accumulator. That of a function that isn't linear takes positive weights only.
   *
   * @param argument the type of the cells; null to count rows
   * @param result the type of the result
   * @throws io.millrace.engine.error.DatabaseException 42804 if it has no such argument
   */
  public Accumulator newAccumulator(@Nullable ColumnType argument, ColumnType result) {
    if (argument == null) {
      if (this != COUNT) {
        throw new AssertionError(this + " without an argument");
      }
      return new CountAccumulator(true);
    }
    return switch (this) {
      case COUNT -> new CountAccumulator(false);
      case SUM, SUM0, AVG -> newSum(argument, result);
      case MIN, ANY_VALUE -> new ExtremeAccumulator(argument, -1);
      case MAX -> new ExtremeAccumulator(argument, 1);
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
          new VarianceAccumulator(this, argument, result);
      case BOOL_AND -> new BooleanAccumulator(true);
      case BOOL_OR -> new BooleanAccumulator(false);
      case BIT_AND, BIT_OR, BIT_XOR -> new BitAccumulator(this, argument);
      case SINGLE_VALUE -> new SingleValueAccumulator();
    };
  }

  private Accumulator newSum(ColumnType argument, ColumnType result) {
    if (Types.isApproximate(argument.type())) {
      return new ApproximateSumAccumulator(this, result);
    }
    if (Types.isNumeric(argument.type()) || Types.isInterval(argument.type())) {
      return new ExactSumAccumulator(this, argument, result);
    }
    throw Failures.mismatch("The argument of " + this, argument, "a number or an interval");
  }
}
