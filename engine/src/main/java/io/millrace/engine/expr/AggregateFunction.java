package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate functions. NULLs are ignored by all but COUNT of rows and SINGLE_VALUE; over
 * nothing the counts are 0, and so is SUM0, and all others are NULL.
 *
 * <p>A linear function's accumulator forgets a value as exactly as it learnt it. The others are
 * ordered: they read the group's values in an order, so they need a trace of them.
 */
public enum AggregateFunction {
  /** How many rows, or for how many of them no argument is NULL. */
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
  SINGLE_VALUE(17),
  /** How many rows there are, each as a whole; the first argument only says whether it counts. */
  COUNT_ROWS(18),
  /** How many are TRUE. */
  COUNT_IF(19),
  // Of pairs (y, x); those with a NULL are ignored.
  COVAR_POP(20),
  COVAR_SAMP(21),
  CORR(22),
  REGR_COUNT(23),
  REGR_AVGY(24),
  REGR_AVGX(25),
  REGR_SYY(26),
  REGR_SXX(27),
  REGR_SXY(28),
  REGR_SLOPE(29),
  REGR_INTERCEPT(30),
  REGR_R2(31),
  /** The first argument where the second is least; ties take the least, NULL after all values. */
  ARG_MIN(32),
  /** The first argument where the second is greatest, ties as of ARG_MIN. */
  ARG_MAX(33),
  /** The most frequent value, of several the first. */
  MODE(34),
  /** The value at a fraction of the ordered values, between two of them where it falls so. */
  PERCENTILE_CONT(35),
  /** The first value with at least a fraction of the values up to it. */
  PERCENTILE_DISC(36),
  /** The texts one after the other, with separators. */
  STRING_AGG(37),
  /** The values as an array, NULLs with them; those whose second argument is NULL are left out. */
  ARRAY_AGG(38);

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

  /** Whether an accumulator keeps it; else an ordered trace of the values must give the value. */
  public boolean isLinear() {
    return switch (this) {
      case MIN, MAX, ANY_VALUE, ARG_MIN, ARG_MAX -> false;
      case MODE, PERCENTILE_CONT, PERCENTILE_DISC, STRING_AGG, ARRAY_AGG -> false;
      default -> true;
    };
  }

  /** Of an ordered function: whether it reads no value but the first. */
  public boolean readsFirst() {
    return switch (this) {
      case MIN, MAX, ANY_VALUE, ARG_MIN, ARG_MAX -> true;
      default -> false;
    };
  }

  /** Of an ordered function: whether it asks how many values there are. */
  public boolean readsSize() {
    return this == PERCENTILE_CONT || this == PERCENTILE_DISC;
  }

  /** Whether equal values count once anyway, so that DISTINCT makes no difference. */
  public boolean ignoresDuplicates() {
    return switch (this) {
      case MIN, MAX, ANY_VALUE, BOOL_AND, BOOL_OR, BIT_AND, BIT_OR, ARG_MIN, ARG_MAX -> true;
      default -> false;
    };
  }

  /** An empty accumulator over one column; null to count rows. */
  public Accumulator newAccumulator(@Nullable ColumnType argument, ColumnType result) {
    return newAccumulator(argument == null ? List.of() : List.of(argument), result);
  }

  /**
   * An empty accumulator. That of MIN, MAX and ANY_VALUE takes positive weights only.
   *
   * @param arguments the types of the arguments; none to count rows
   * @param result the type of the result
   * @throws io.millrace.engine.error.DatabaseException 42804 if it has no such argument, 0A000 if
   *     it is ordered and reads more than the first value
   */
  Accumulator newAccumulator(List<ColumnType> arguments, ColumnType result) {
    if (arguments.isEmpty()) {
      if (this != COUNT) {
        throw new AssertionError(this + " without an argument");
      }
      return new CountAccumulator(true);
    }
    ColumnType argument = arguments.get(0);
    return switch (this) {
      case COUNT, COUNT_ROWS -> new CountAccumulator(false);
      case SUM, SUM0, AVG -> newSum(argument, result);
      case MIN, ANY_VALUE -> new ExtremeAccumulator(argument, -1);
      case MAX -> new ExtremeAccumulator(argument, 1);
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
          new VarianceAccumulator(this, argument, result);
      case BOOL_AND, BOOL_OR, COUNT_IF -> new BooleanAccumulator(this, argument);
      case BIT_AND, BIT_OR, BIT_XOR -> new BitAccumulator(this, argument);
      case SINGLE_VALUE -> new SingleValueAccumulator();
      case COVAR_POP,
          COVAR_SAMP,
          CORR,
          REGR_COUNT,
          REGR_AVGY,
          REGR_AVGX,
          REGR_SYY,
          REGR_SXX,
          REGR_SXY,
          REGR_SLOPE,
          REGR_INTERCEPT,
          REGR_R2 ->
          new PairAccumulator(this, argument, arguments.get(1), result);
      case ARG_MIN, ARG_MAX, MODE, PERCENTILE_CONT, PERCENTILE_DISC, STRING_AGG, ARRAY_AGG ->
          throw Failures.unsupported(this + " in this place", "Use it with GROUP BY.");
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

  /**
   * Whether an ordered function takes such arguments.
   *
   * @throws io.millrace.engine.error.DatabaseException 42804 if it does not
   */
  void checkOrdered(List<ColumnType> arguments) {
    CellType type = arguments.get(0).type();
    if (this == PERCENTILE_CONT && !Types.isNumeric(type) && !Types.isInterval(type)) {
      throw Failures.mismatch("The value of " + this, arguments.get(0), "a number or an interval");
    }
    if (this == STRING_AGG) {
      for (ColumnType argument : arguments) {
        if (!Types.isText(argument.type())) {
          throw Failures.mismatch("An argument of " + this, argument, "text");
        }
      }
    }
  }
}
