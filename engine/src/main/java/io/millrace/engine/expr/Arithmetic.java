package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.LongBinaryOperator;

/**
 * {@code + - * / MOD}, unary minus, ABS, SIGN: checked against the declared type of the result, in
 * which they are computed. Integers truncate in {@code /}, decimals round half away from zero at
 * the result's scale; MOD has the sign of the dividend. Intervals add, and take a number as factor.
 */
final class Arithmetic {
  private interface LongOperation {
    long apply(long a, long b, ColumnType type);
  }

  private interface DecimalOperation {
    BigDecimal apply(BigDecimal a, BigDecimal b, ColumnType type);
  }

  private interface DoubleOperation {
    double apply(double a, double b);
  }

  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(
              "+",
              2,
              Arithmetic::sumType,
              (arguments, type) ->
                  bind(arguments, type, Arithmetic::add, (a, b, t) -> a.add(b), (a, b) -> a + b)),
          Function.of(
              "-",
              2,
              Arithmetic::sumType,
              (arguments, type) ->
                  bind(
                      arguments,
                      type,
                      Arithmetic::subtract,
                      (a, b, t) -> a.subtract(b),
                      (a, b) -> a - b)),
          Function.of(
              "*",
              2,
              Arithmetic::productType,
              (arguments, type) ->
                  Types.isInterval(type.type())
                      ? scale(arguments, type, false)
                      : bind(
                          arguments,
                          type,
                          Arithmetic::multiply,
                          (a, b, t) -> a.multiply(b),
                          (a, b) -> a * b)),
          Function.of(
              "/",
              2,
              Arithmetic::quotientType,
              (arguments, type) ->
                  Types.isInterval(type.type())
                      ? scale(arguments, type, true)
                      : bind(
                          arguments,
                          type,
                          Arithmetic::divide,
                          Arithmetic::divide,
                          Arithmetic::divide)),
          Function.of(
              "MOD",
              2,
              Arithmetic::remainderType,
              (arguments, type) ->
                  bind(
                      arguments,
                      type,
                      Arithmetic::remainder,
                      Arithmetic::remainder,
                      Arithmetic::remainder)),
          Function.of("NEGATE", 1, Typings.SAME, Arithmetic::bindNegate),
          Function.of("ABS", 1, Typings.SAME, Arithmetic::bindAbs),
          Function.of("SIGN", 1, Typings.SAME, Arithmetic::bindSign),
          bits("BITAND", (a, b) -> a & b),
          bits("BITOR", (a, b) -> a | b),
          bits("BITXOR", (a, b) -> a ^ b),
          Function.of(
                  "BITNOT",
                  1,
                  Typings.SAME,
                  (arguments, type) -> {
                    requireIntegers(arguments);
                    return Strict.of(arguments, a -> ~(Long) a);
                  })
              .neverFails());

  private Arithmetic() {}

  /** A function of the bits of two integers of any width: the sign fills the narrower one. */
  private static Function bits(String name, LongBinaryOperator operation) {
    return Function.of(
            name,
            2,
            Typings.WIDEST,
            (arguments, type) -> {
              requireIntegers(arguments);
              return Strict.of(arguments, (a, b) -> operation.applyAsLong((Long) a, (Long) b));
            })
        .neverFails();
  }

  private static void requireIntegers(List<Expr> arguments) {
    for (Expr argument : arguments) {
      if (!Types.isInteger(argument.type().type()) && !Exprs.isNullConstant(argument)) {
        throw Failures.mismatch("An operand of bits", argument.type(), "an integer");
      }
    }
  }

  private static Evaluation bind(
      List<Expr> arguments,
      ColumnType type,
      LongOperation onLongs,
      DecimalOperation onDecimals,
      DoubleOperation onDoubles) {
    ColumnType left = arguments.get(0).type();
    ColumnType right = arguments.get(1).type();
    if (Types.isInterval(type.type())) {
      return Strict.of(arguments, (a, b) -> onLongs.apply((Long) a, (Long) b, type));
    }
    requireNumbers(arguments);
    if (Types.isApproximate(left.type()) || Types.isApproximate(right.type())) {
      return bindDoubles(arguments, type, onDoubles);
    }
    if (left.type() == CellType.DECIMAL || right.type() == CellType.DECIMAL) {
      return bindDecimals(arguments, type, onDecimals);
    }
    if (Types.isInteger(type.type())) {
      return bindLongs(arguments, type, onLongs);
    }
    return Types.isApproximate(type.type())
        ? bindDoubles(arguments, type, onDoubles)
        : bindDecimals(arguments, type, onDecimals);
  }

  /** A NULL without a type is one of any. */
  private static void requireNumbers(List<Expr> arguments) {
    for (Expr argument : arguments) {
      if (!Types.isNumeric(argument.type().type()) && !Exprs.isNullConstant(argument)) {
        throw Failures.mismatch("An operand of arithmetic", argument.type(), "a number");
      }
    }
  }

  private static Evaluation bindLongs(
      List<Expr> arguments, ColumnType type, LongOperation operation) {
    if (type.type() == CellType.BIGINT) {
      return Strict.of(arguments, (a, b) -> operation.apply((Long) a, (Long) b, type));
    }
    long least = Numbers.least(type.type());
    long greatest = ~least;
    return Strict.of(
        arguments,
        (a, b) -> {
          long result = operation.apply((Long) a, (Long) b, type);
          if (result < least || result > greatest) {
            throw Failures.outOfRange(result, type);
          }
          return result;
        });
  }

  private static Evaluation bindDecimals(
      List<Expr> arguments, ColumnType type, DecimalOperation operation) {
    if (type.type() == CellType.DECIMAL) {
      return Strict.of(
          arguments,
          (a, b) ->
              Numbers.decimal(operation.apply(Numbers.decimal(a), Numbers.decimal(b), type), type));
    }
    return Strict.of(
        arguments,
        (a, b) ->
            Numbers.convert(operation.apply(Numbers.decimal(a), Numbers.decimal(b), type), type));
  }

  private static Evaluation bindDoubles(
      List<Expr> arguments, ColumnType type, DoubleOperation operation) {
    boolean approximate = Types.isApproximate(type.type());
    return Strict.of(
        arguments,
        (a, b) -> {
          double x = ((Number) a).doubleValue();
          double y = ((Number) b).doubleValue();
          double result = operation.apply(x, y);
          return approximate
              ? Numbers.finite(result, Double.isFinite(x) && Double.isFinite(y), type)
              : Numbers.convert(result, type);
        });
  }

  static long add(long a, long b, ColumnType type) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw Failures.outOfRange(a + " + " + b, type);
    }
    return sum;
  }

  static long subtract(long a, long b, ColumnType type) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      throw Failures.outOfRange(a + " - " + b, type);
    }
    return difference;
  }

  private static long multiply(long a, long b, ColumnType type) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> 63) {
      throw Failures.outOfRange(a + " * " + b, type);
    }
    return product;
  }

  private static long divide(long a, long b, ColumnType type) {
    if (b == 0) {
      throw Failures.divisionByZero();
    }
    if (b == -1 && a == Long.MIN_VALUE) {
      throw Failures.outOfRange(a + " / -1", type);
    }
    return a / b;
  }

  private static long remainder(long a, long b, ColumnType type) {
    if (b == 0) {
      throw Failures.divisionByZero();
    }
    return a % b;
  }

  private static BigDecimal divide(BigDecimal a, BigDecimal b, ColumnType type) {
    if (b.signum() == 0) {
      throw Failures.divisionByZero();
    }
    return switch (type.type()) {
      case DECIMAL -> a.divide(b, type.scale(), RoundingMode.HALF_UP);
      case REAL, DOUBLE -> a.divide(b, MathContext.DECIMAL128);
      default -> a.divide(b, 0, RoundingMode.DOWN);
    };
  }

  private static BigDecimal remainder(BigDecimal a, BigDecimal b, ColumnType type) {
    if (b.signum() == 0) {
      throw Failures.divisionByZero();
    }
    return a.remainder(b);
  }

  private static double divide(double a, double b) {
    if (b == 0) {
      throw Failures.divisionByZero();
    }
    return a / b;
  }

  private static double remainder(double a, double b) {
    if (b == 0) {
      throw Failures.divisionByZero();
    }
    return a % b;
  }

  /** Interval by number; the result is rounded half away from zero to its unit. */
  private static Evaluation scale(List<Expr> arguments, ColumnType type, boolean divide) {
    return Strict.of(
        arguments,
        (a, b) -> {
          BigDecimal x = factor(a, type);
          BigDecimal y = factor(b, type);
          if (divide && y.signum() == 0) {
            throw Failures.divisionByZero();
          }
          BigDecimal result = divide ? x.divide(y, 0, RoundingMode.HALF_UP) : x.multiply(y);
          return Numbers.convertToLong(result, type);
        });
  }

  private static BigDecimal factor(Object cell, ColumnType type) {
    if (cell instanceof Double value) {
      if (!Double.isFinite(value)) {
        throw Failures.outOfRange(value, type);
      }
      return NumberText.shortest(value);
    }
    return Numbers.decimal(cell);
  }

  private static Evaluation bindNegate(List<Expr> arguments, ColumnType type) {
    if (Types.isApproximate(type.type())) {
      return Strict.of(arguments, a -> 0.0 - (Double) a);
    }
    if (type.type() == CellType.DECIMAL) {
      return Strict.of(arguments, a -> Numbers.decimal(Numbers.decimal(a).negate(), type));
    }
    if (Types.isInteger(type.type())) {
      return Strict.of(arguments, a -> Numbers.integer(subtract(0, (Long) a, type), type));
    }
    if (Types.isInterval(type.type())) {
      return Strict.of(arguments, a -> subtract(0, (Long) a, type));
    }
    throw Failures.mismatch("The operand of a minus", type, "a number or an interval");
  }

  private static Evaluation bindAbs(List<Expr> arguments, ColumnType type) {
    requireNumbers(arguments);
    if (Types.isApproximate(type.type())) {
      return Strict.of(arguments, a -> Math.abs(((Number) a).doubleValue()));
    }
    if (type.type() == CellType.DECIMAL) {
      return Strict.of(arguments, a -> Numbers.decimal(Numbers.decimal(a).abs(), type));
    }
    return Strict.of(
        arguments,
        a -> {
          long value = (Long) a;
          return value < 0 ? Numbers.integer(subtract(0, value, type), type) : a;
        });
  }

  private static Evaluation bindSign(List<Expr> arguments, ColumnType type) {
    requireNumbers(arguments);
    return Strict.of(
        arguments,
        a -> {
          if (a instanceof Double value) {
            return Numbers.convert(Double.isNaN(value) ? value : Math.signum(value), type);
          }
          return Numbers.convert((long) Numbers.decimal(a).signum(), type);
        });
  }

  private static ColumnType sumType(List<Expr> arguments) {
    ColumnType a = arguments.get(0).type();
    ColumnType b = arguments.get(1).type();
    if (Types.isInterval(a.type()) && a.type() == b.type()) {
      return Typings.nullableIfAny(a, arguments);
    }
    requireNumbers(arguments);
    if (isDecimal(a, b)) {
      int scale = Math.max(a.scale(), b.scale());
      int digits = Math.max(Types.integerDigits(a), Types.integerDigits(b)) + 1;
      return Typings.nullableIfAny(Typings.decimal(digits + scale, scale), arguments);
    }
    return Typings.WIDEST.type(arguments);
  }

  private static ColumnType productType(List<Expr> arguments) {
    ColumnType a = arguments.get(0).type();
    ColumnType b = arguments.get(1).type();
    if (Types.isInterval(a.type()) || Types.isInterval(b.type())) {
      return Typings.nullableIfAny(Types.isInterval(a.type()) ? a : b, arguments);
    }
    requireNumbers(arguments);
    if (isDecimal(a, b)) {
      int scale = a.scale() + b.scale();
      int digits = Types.integerDigits(a) + Types.integerDigits(b);
      return Typings.nullableIfAny(Typings.decimal(digits + scale, scale), arguments);
    }
    return Typings.WIDEST.type(arguments);
  }

  private static ColumnType quotientType(List<Expr> arguments) {
    ColumnType a = arguments.get(0).type();
    ColumnType b = arguments.get(1).type();
    if (Types.isInterval(a.type())) {
      return Typings.nullableIfAny(a, arguments);
    }
    requireNumbers(arguments);
    if (isDecimal(a, b)) {
      int scale = Math.max(6, Math.max(a.scale(), b.scale()) + 4);
      return Typings.nullableIfAny(
          Typings.decimal(ColumnType.MAX_DECIMAL_PRECISION, scale), arguments);
    }
    return Typings.WIDEST.type(arguments);
  }

  private static ColumnType remainderType(List<Expr> arguments) {
    return Typings.WIDEST.type(arguments);
  }

  private static boolean isDecimal(ColumnType a, ColumnType b) {
    return !Types.isApproximate(a.type())
        && !Types.isApproximate(b.type())
        && (a.type() == CellType.DECIMAL || b.type() == CellType.DECIMAL);
  }
}
