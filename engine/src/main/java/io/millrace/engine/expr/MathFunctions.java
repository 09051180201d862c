package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * Rounding, roots, powers, logarithms and trigonometry. All of the latter by StrictMath, whose
 * results are the same everywhere; arguments outside a function's domain are 22023, results beyond
 * the doubles 22003.
 */
final class MathFunctions {
  /** No double has digits so far from the point. */
  private static final long FARTHEST_DIGIT = 1100;

  static final List<Function> FUNCTIONS =
      List.of(
          rounding("FLOOR", RoundingMode.FLOOR, 1),
          rounding("CEIL", RoundingMode.CEILING, 1),
          rounding("ROUND", RoundingMode.HALF_UP, 2),
          rounding("TRUNCATE", RoundingMode.DOWN, 2),
          Function.of("POWER", 2, Typings.DOUBLE, MathFunctions::bindPower),
          real("SQRT", StrictMath::sqrt, x -> !(x < 0)),
          real("CBRT", StrictMath::cbrt, MathFunctions::everywhere),
          real("EXP", StrictMath::exp, MathFunctions::everywhere),
          real("LN", StrictMath::log, x -> !(x <= 0)),
          real("LOG10", StrictMath::log10, x -> !(x <= 0)),
          real("LOG2", x -> StrictMath.log(x) / StrictMath.log(2), x -> !(x <= 0)),
          real("SIN", StrictMath::sin, x -> !Double.isInfinite(x)),
          real("COS", StrictMath::cos, x -> !Double.isInfinite(x)),
          real("TAN", StrictMath::tan, x -> !Double.isInfinite(x)),
          real("COT", x -> 1 / StrictMath.tan(x), x -> x != 0 && !Double.isInfinite(x)),
          real("ASIN", StrictMath::asin, x -> !(Math.abs(x) > 1)),
          real("ACOS", StrictMath::acos, x -> !(Math.abs(x) > 1)),
          real("ATAN", StrictMath::atan, MathFunctions::everywhere),
          real("SINH", StrictMath::sinh, MathFunctions::everywhere),
          real("COSH", StrictMath::cosh, MathFunctions::everywhere),
          real("TANH", StrictMath::tanh, MathFunctions::everywhere),
          real("DEGREES", x -> x / Math.PI * 180, MathFunctions::everywhere),
          real("RADIANS", x -> x / 180 * Math.PI, MathFunctions::everywhere),
          Function.of(
                  "ATAN2",
                  2,
                  Typings.DOUBLE,
                  (arguments, type) ->
                      Strict.of(
                          approximate(arguments),
                          (a, b) ->
                              Numbers.approximate(StrictMath.atan2((Double) a, (Double) b), type)))
              .neverFails(),
          Function.of("LOG", 1, 2, Typings.DOUBLE, MathFunctions::bindLogarithm),
          Function.of("PI", 0, Typings.DOUBLE, (arguments, type) -> frame -> Math.PI).neverFails());

  private MathFunctions() {}

  private static boolean everywhere(double x) {
    return true;
  }

  private static Function real(String name, DoubleUnaryOperator function, DoublePredicate domain) {
    return Function.of(
        name,
        1,
        Typings.DOUBLE,
        (arguments, type) ->
            Strict.of(
                approximate(arguments),
                a -> {
                  double x = (Double) a;
                  if (!domain.test(x)) {
                    throw Failures.invalidArgument(
                        x, "argument of " + name, "It has no value there.");
                  }
                  return result(name, function.applyAsDouble(x), Double.isFinite(x), type);
                }));
  }

  private static Object result(String name, double value, boolean fromFinite, ColumnType type) {
    if (fromFinite && Double.isInfinite(value)) {
      throw Failures.outOfRange("The result of " + name, type);
    }
    return Numbers.convert(value, type);
  }

  private static List<Expr> approximate(List<Expr> arguments) {
    return arguments.stream().map(Arguments::approximate).toList();
  }

  private static Evaluation bindPower(List<Expr> arguments, ColumnType type) {
    return Strict.of(
        approximate(arguments),
        (a, b) -> {
          double x = (Double) a;
          double y = (Double) b;
          if (x == 0 && y < 0) {
            throw Failures.invalidArgument(y, "exponent of 0", "Use 0 or more.");
          }
          double value = StrictMath.pow(x, y);
          if (Double.isNaN(value) && !Double.isNaN(x) && !Double.isNaN(y)) {
            throw Failures.invalidArgument(
                y, "exponent of a negative number", "Use a whole exponent.");
          }
          return result("POWER", value, Double.isFinite(x) && Double.isFinite(y), type);
        });
  }

  /** LOG(x) to base 10, LOG(base, x). */
  private static Evaluation bindLogarithm(List<Expr> arguments, ColumnType type) {
    if (arguments.size() == 1) {
      return Functions.get("LOG10").bind(arguments, type);
    }
    return Strict.of(
        approximate(arguments),
        (a, b) -> {
          double base = (Double) a;
          double x = (Double) b;
          if (base <= 0 || base == 1 || x <= 0) {
            throw Failures.invalidArgument(
                base <= 0 || base == 1 ? base : x, "argument of LOG", "It has no value there.");
          }
          double value = StrictMath.log(x) / StrictMath.log(base);
          return result("LOG", value, Double.isFinite(x), type);
        });
  }

  /** A function of a number and, if there are two arguments, of how many digits to keep. */
  private static Function rounding(String name, RoundingMode mode, int most) {
    return Function.of(
        name,
        1,
        most,
        MathFunctions::roundedType,
        (arguments, type) -> {
          ColumnType from = arguments.get(0).type();
          if (!Types.isNumeric(from.type()) && !Exprs.isNullConstant(arguments.get(0))) {
            throw Failures.mismatch("The argument of " + name, from, "a number");
          }
          if (arguments.size() == 2) {
            return Strict.of(
                List.of(arguments.get(0), Arguments.integer(arguments.get(1))),
                (a, b) -> Numbers.convert(round(a, (Long) b, mode), type));
          }
          return Types.isInteger(from.type())
              ? Strict.of(arguments, a -> Numbers.convert(a, type))
              : Strict.of(arguments, a -> Numbers.convert(round(a, 0, mode), type));
        });
  }

  /** ROUND with digits keeps the scale, since they need not be constant. */
  private static ColumnType roundedType(List<Expr> arguments) {
    ColumnType from = arguments.get(0).type();
    boolean whole = from.type() == CellType.DECIMAL && arguments.size() == 1;
    return Typings.nullableIfAny(
        whole ? Typings.decimal(from.precision() - from.scale() + 1, 0) : from, arguments);
  }

  private static Object round(Object value, long digits, RoundingMode mode) {
    if (value instanceof Double number) {
      if (!Double.isFinite(number) || digits > FARTHEST_DIGIT) {
        return number;
      }
      // As PostgreSQL, halves of doubles go to the even neighbour where no digits are asked for.
      if (digits == 0) {
        return wholeDouble(number, mode);
      }
      return digits < -FARTHEST_DIGIT
          ? Double.valueOf(0)
          : (Object) NumberText.shortest(number).setScale((int) digits, mode).doubleValue();
    }
    BigDecimal number = Numbers.decimal(value);
    if (digits >= number.scale()) {
      return number;
    }
    return digits < -ColumnType.MAX_DECIMAL_PRECISION
        ? BigDecimal.ZERO
        : number.setScale((int) digits, mode);
  }

  private static Double wholeDouble(double number, RoundingMode mode) {
    return switch (mode) {
      case FLOOR -> Math.floor(number);
      case CEILING -> Math.ceil(number);
      case DOWN -> number < 0 ? Math.ceil(number) : Math.floor(number);
      default -> Math.rint(number);
    };
  }
}
