package io.millrace.driver.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Numbers out of any value that has one: fractions are cut off, what does not fit is 22003, what is
 * no number is 22018.
 */
final class NumberCells {
  private static final double TWO_TO_63 = 0x1p63;

  private NumberCells() {}

  static long integer(Object value, long least, long greatest, String type) throws SQLException {
    long number;
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      number = ((Number) value).longValue();
    } else if (value instanceof Double || value instanceof Float) {
      number = whole(((Number) value).doubleValue(), type);
    } else if (value instanceof Boolean flag) {
      number = flag ? 1 : 0;
    } else {
      number = whole(decimal(value, type), value, type);
    }
    if (number < least || number > greatest) {
      throw SqlErrors.outOfRange(value, type);
    }
    return number;
  }

  private static long whole(double number, String type) throws SQLException {
    // The comparison also refuses NaN.
    if (!(number >= -TWO_TO_63 && number < TWO_TO_63)) {
      throw SqlErrors.outOfRange(number, type);
    }
    return (long) number;
  }

  private static long whole(BigDecimal number, Object value, String type) throws SQLException {
    if (number.precision() - (long) number.scale() > 19) {
      throw SqlErrors.outOfRange(value, type);
    }
    BigInteger whole = number.setScale(0, RoundingMode.DOWN).toBigInteger();
    if (whole.bitLength() > 63) {
      throw SqlErrors.outOfRange(value, type);
    }
    return whole.longValue();
  }

  static BigDecimal decimal(Object value, String type) throws SQLException {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (Double.isNaN(number) || Double.isInfinite(number)) {
        throw SqlErrors.outOfRange(value, type);
      }
      return new BigDecimal(value.toString());
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue());
    }
    if (value instanceof Boolean flag) {
      return flag ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof String text) {
      try {
        return new BigDecimal(text.strip());
      } catch (NumberFormatException e) {
        throw SqlErrors.invalidCast(value, type);
      }
    }
    throw SqlErrors.invalidCast(value, type);
  }

  static double real(Object value, String type) throws SQLException {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof String text) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "nan" -> Double.NaN;
        case "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
        case "-infinity" -> Double.NEGATIVE_INFINITY;
        default -> decimal(value, type).doubleValue();
      };
    }
    return decimal(value, type).doubleValue();
  }

  static float single(Object value, String type) throws SQLException {
    if (value instanceof Float number) {
      return number;
    }
    double number = real(value, type);
    float narrow = (float) number;
    if (Float.isInfinite(narrow) && !Double.isInfinite(number)) {
      throw SqlErrors.outOfRange(value, type);
    }
    return narrow;
  }

  static boolean truth(Object value) throws SQLException {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value instanceof Number) {
      return real(value, "BOOLEAN") != 0;
    }
    if (value instanceof String text) {
      switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true", "t", "yes", "y", "on", "1" -> {
          return true;
        }
        case "false", "f", "no", "n", "off", "0" -> {
          return false;
        }
        default -> throw SqlErrors.invalidCast(value, "BOOLEAN");
      }
    }
    throw SqlErrors.invalidCast(value, "BOOLEAN");
  }
}
