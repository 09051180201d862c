package io.millrace.engine.expr;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as text and back.
 *
 * <p>A double prints as the shortest decimal that reads back as the same double, in the layout of
 * Java: {@code 0.1}, {@code 100.0}, {@code 1.0E10}, {@code 1.5E-7}, {@code Infinity}, {@code NaN}.
 * Java's own {@code Double.toString} won't do: its digits changed with JDK 19.
 */
final class NumberText {
  /** Every decimal of this many digits survives a trip through a double. */
  private static final int SAFE_DIGITS = 15;

  /** This many digits tell any double from its neighbours. */
  private static final int ENOUGH_DIGITS = 17;

  private static final int LEAST_PLAIN_EXPONENT = -3;
  private static final int GREATEST_PLAIN_EXPONENT = 7;
  private static final int MOST_EXPONENT_DIGITS = 8;

  private NumberText() {}

  /** The decimal with the fewest digits that is read back as this finite double. */
  static BigDecimal shortest(double value) {
    if (value == (long) value && Math.abs(value) < 1e15) {
      return BigDecimal.valueOf((long) value);
    }
    BigDecimal exact = new BigDecimal(value);
    // Subnormal doubles have less precision: there, fewer than 15 digits may already do.
    int first = Math.abs(value) < Double.MIN_NORMAL ? 1 : SAFE_DIGITS;
    for (int digits = first; digits < ENOUGH_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(ENOUGH_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  /** As {@link #shortest}, for a double that is a float and needs to be told from floats only. */
  static BigDecimal shortestReal(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < 9; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.floatValue() == value) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(9, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  static String ofDouble(double value) {
    String special = special(value);
    return special != null ? special : layout(shortest(value));
  }

  static String ofReal(double value) {
    String special = special(value);
    return special != null ? special : layout(shortestReal(value));
  }

  private static @Nullable String special(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return value == 0 ? "0.0" : null;
  }

  private static String layout(BigDecimal value) {
    String digits = value.unscaledValue().abs().toString();
    int exponent = digits.length() - value.scale();
    StringBuilder text = new StringBuilder(24);
    if (value.signum() < 0) {
      text.append('-');
    }
    if (exponent > LEAST_PLAIN_EXPONENT && exponent <= GREATEST_PLAIN_EXPONENT) {
      String plain = value.abs().toPlainString();
      return text.append(plain).append(plain.indexOf('.') < 0 ? ".0" : "").toString();
    }
    String stripped = digits.replaceFirst("0+$", "");
    text.append(stripped.charAt(0)).append('.');
    text.append(stripped.length() > 1 ? stripped.substring(1) : "0");
    return text.append('E').append(exponent - 1).toString();
  }

  /** The integer that the text is, blanks around it aside; null if it is none. */
  static @Nullable BigDecimal parseInteger(String text) {
    String trimmed = text.strip();
    int at = afterSign(trimmed);
    int end = afterDigits(trimmed, at);
    return end == at || end < trimmed.length() ? null : new BigDecimal(trimmed);
  }

  /** The decimal that the text is, blanks around it aside; null if it is none. */
  static @Nullable BigDecimal parseDecimal(String text) {
    String trimmed = text.strip();
    return isNumber(trimmed) ? new BigDecimal(trimmed) : null;
  }

  /** The double that the text is, blanks around it aside; null if it is none. */
  static @Nullable Double parseDouble(String text) {
    String trimmed = text.strip();
    if (isNumber(trimmed)) {
      return Double.valueOf(trimmed);
    }
    int sign = afterSign(trimmed);
    double factor = trimmed.startsWith("-") ? -1 : 1;
    String name = trimmed.substring(sign);
    if (name.equalsIgnoreCase("infinity") || name.equalsIgnoreCase("inf")) {
      return factor * Double.POSITIVE_INFINITY;
    }
    return trimmed.equalsIgnoreCase("nan") ? Double.valueOf(Double.NaN) : null;
  }

  /** Whether the text is {@code [+-] digits [. digits] [E [+-] digits]}, a digit before the E. */
  private static boolean isNumber(String text) {
    int at = afterSign(text);
    int end = afterDigits(text, at);
    int digits = end - at;
    if (end < text.length() && text.charAt(end) == '.') {
      at = end + 1;
      end = afterDigits(text, at);
      digits += end - at;
    }
    if (digits == 0) {
      return false;
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      at = end + 1;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        at++;
      }
      end = afterDigits(text, at);
      if (end == at || end - at > MOST_EXPONENT_DIGITS) {
        return false;
      }
    }
    return end == text.length();
  }

  private static int afterSign(String text) {
    return text.startsWith("+") || text.startsWith("-") ? 1 : 0;
  }

  private static int afterDigits(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
