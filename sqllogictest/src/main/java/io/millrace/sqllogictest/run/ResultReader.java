package io.millrace.sqllogictest.run;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns a result into the values that scripts compare: NULL, integers, numbers with three digits
 * behind the point, and text in which what cannot be printed is {@code @}.
 */
final class ResultReader {
  private static final Pattern LEADING_INTEGER = Pattern.compile("\\s*([+-]?[0-9]+).*");

  private ResultReader() {}

  /**
   * All values, row after row.
   *
   * @param types one letter for each column, as a query's record has them
   * @throws ResultShapeException where the result has another number of columns
   */
  static List<String> read(ResultSet rows, String types) throws SQLException, ResultShapeException {
    ResultSetMetaData shape = rows.getMetaData();
    int columns = shape.getColumnCount();
    if (columns != types.length()) {
      throw new ResultShapeException(
          types.length() + " columns are expected, the result has " + columns);
    }
    int[] sqlTypes = new int[columns];
    for (int column = 1; column <= columns; column++) {
      sqlTypes[column - 1] = shape.getColumnType(column);
    }
    List<String> values = new ArrayList<>();
    while (rows.next()) {
      for (int column = 1; column <= columns; column++) {
        values.add(value(rows, column, types.charAt(column - 1), sqlTypes[column - 1]));
      }
    }
    return values;
  }

  private static String value(ResultSet rows, int column, char type, int sqlType)
      throws SQLException {
    String value =
        switch (type) {
          case 'I' -> integer(rows, column, sqlType);
          case 'R' -> threeDigits(rows.getDouble(column));
          default -> text(rows.getString(column));
        };
    return rows.wasNull() ? "NULL" : value;
  }

  /** Text counts as the integer that it begins with, as in SQLite; truth as 1 and 0. */
  private static String integer(ResultSet rows, int column, int sqlType) throws SQLException {
    return switch (sqlType) {
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB ->
          leadingInteger(rows.getString(column));
      case Types.BOOLEAN, Types.BIT -> rows.getBoolean(column) ? "1" : "0";
      default -> Long.toString(rows.getLong(column));
    };
  }

  private static String leadingInteger(@Nullable String text) {
    Matcher integer = LEADING_INTEGER.matcher(text == null ? "" : text);
    return integer.matches() ? Long.toString(Long.parseLong(integer.group(1))) : "0";
  }

  /** As C's %.3f: the double's exact value, rounded half to even. */
  static String threeDigits(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    String digits = new BigDecimal(value).setScale(3, RoundingMode.HALF_EVEN).toPlainString();
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    return negative && digits.charAt(0) != '-' ? "-" + digits : digits;
  }

  static String text(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return "(empty)";
    }
    for (int i = 0; i < text.length(); i++) {
      if (!isPrintable(text.charAt(i))) {
        return printable(text);
      }
    }
    return text;
  }

  private static boolean isPrintable(char letter) {
    return letter >= ' ' && letter != 127;
  }

  private static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      printable.append(isPrintable(text.charAt(i)) ? text.charAt(i) : '@');
    }
    return printable.toString();
  }
}
