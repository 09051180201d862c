package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Brings numbers to their declared type; every result of arithmetic passes here. */
final class Numbers {
  /** Beyond this a plain decimal has hundreds of zeros; no DECIMAL comes near. */
  private static final int GREATEST_EXPONENT = 1000;

  private Numbers() {}

  /** The exact value of an exact cell. */
  static BigDecimal decimal(Object cell) {
    return cell instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf((Long) cell);
  }

  static boolean isPlain(BigDecimal value) {
    return Math.abs((long) value.scale()) < GREATEST_EXPONENT;
  }

  static long least(CellType integer) {
    return switch (integer) {
      case TINYINT -> Byte.MIN_VALUE;
      case SMALLINT -> Short.MIN_VALUE;
      case INTEGER -> Integer.MIN_VALUE;
      case BIGINT -> Long.MIN_VALUE;
      default -> throw new AssertionError(integer + " is no integer type");
    };
  }

  static long greatest(CellType integer) {
    return ~least(integer);
  }

  /** The value as a cell of an integer type. */
  static Long integer(long value, ColumnType type) {
    if (value < least(type.type()) || value > greatest(type.type())) {
      throw Failures.outOfRange(value, type);
    }
    return value;
  }

  /** The value, rounded half away from zero, as a cell of an integer type. */
  static Long integer(BigDecimal value, ColumnType type) {
    return integer((long) convertToLong(value, type), type);
  }

  /** The value, rounded half away from zero, as a long; out of range it is none of {@code type}. */
  static Long convertToLong(BigDecimal value, ColumnType type) {
    if (value.precision() - (long) value.scale() > 20) {
      throw Failures.outOfRange(value, type);
    }
    BigDecimal rounded = value.setScale(0, RoundingMode.HALF_UP);
    if (rounded.toBigInteger().bitLength() >= Long.SIZE) {
      throw Failures.outOfRange(value, type);
    }
    return rounded.longValue();
  }

  /** The value, rounded half to even, as a cell of an integer type. */
  static Long integer(double value, ColumnType type) {
    double rounded = Math.rint(value);
    // 2^63 is the first double that is no long; NaN fails both comparisons.
    if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
      throw Failures.outOfRange(value, type);
    }
    return integer((long) rounded, type);
  }

  /** The value, rounded half away from zero to the type's scale, as a cell of a DECIMAL type. */
  static BigDecimal decimal(BigDecimal value, ColumnType type) {
    if (value.scale() == type.scale() && value.precision() <= type.precision()) {
      return value;
    }
    // Looks at the exponent first: bringing 1e999999999 to a scale would fill the memory.
    if (value.signum() != 0
        && value.precision() - (long) value.scale() > type.precision() - type.scale()) {
      throw Failures.outOfRange(value, type);
    }
    BigDecimal scaled =
        (long) value.scale() > value.precision() + (long) type.scale() + 1
            ? BigDecimal.ZERO.setScale(type.scale())
            : value.setScale(type.scale(), RoundingMode.HALF_UP);
    if (scaled.precision() > type.precision()) {
      throw Failures.outOfRange(value, type);
    }
    return scaled;
  }

  /** The value as a cell of REAL or DOUBLE; an infinity or NaN is kept. */
  static Double approximate(double value, ColumnType type) {
    if (type.type() == CellType.DOUBLE) {
      return value + 0.0;
    }
    float narrow = (float) value;
    if (Float.isInfinite(narrow) && !Double.isInfinite(value)) {
      throw Failures.outOfRange(value, type);
    }
    return narrow + 0.0;
  }

  /**
   * A result that was computed from finite numbers, as a cell of REAL or DOUBLE.
   *
   * @throws io.millrace.engine.error.DatabaseException 22003 if it overflowed
   */
  static Double finite(double value, boolean fromFinite, ColumnType type) {
    if (fromFinite && Double.isInfinite(value)) {
      throw Failures.outOfRange("A value beyond 1.7976931348623157E308", type);
    }
    return approximate(value, type);
  }

  /** A number as a cell of a numeric type; approximate ones by their shortest decimal. */
  static Object convert(Object cell, ColumnType type) {
    if (Types.isInteger(type.type())) {
      if (cell instanceof Long value) {
        return integer(value, type);
      }
      return cell instanceof BigDecimal value
          ? integer(value, type)
          : integer((double) (Double) cell, type);
    }
    if (type.type() == CellType.DECIMAL) {
      return decimal(cell instanceof Double value ? shortest(value, type) : decimal(cell), type);
    }
    return finite(((Number) cell).doubleValue(), !(cell instanceof Double), type);
  }

  private static BigDecimal shortest(double value, ColumnType type) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw Failures.outOfRange(value, type);
    }
    return NumberText.shortest(value);
  }
}
