package io.millrace.driver.generator;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a database answers to a query: rows by value, sorted, or an error. Immutable.
 *
 * @param rows numbers without trailing zeros, CHAR without trailing blanks
 * @param rounded the same with DOUBLE to 12 digits
 * @param state the SQLSTATE; null if there are rows
 * @param message of the error; empty if there are rows
 */
record Answer(List<String> rows, List<String> rounded, @Nullable String state, String message) {
  /**
   * The query's answer over the connection.
   *
   * @throws SQLException if the connection broke: that is no answer, and every later query would
   *     seem to differ
   */
  static Answer of(Connection connection, String sql, List<Source.Field> fields)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      List<String> rounded = new ArrayList<>();
      while (result.next()) {
        rows.add(row(result, fields, MathContext.UNLIMITED));
        rounded.add(row(result, fields, new MathContext(12)));
      }
      rows.sort(null);
      rounded.sort(null);
      return new Answer(rows, rounded, null, "");
    } catch (SQLException e) {
      if (connection.isClosed()) {
        throw e;
      }
      return new Answer(List.of(), List.of(), String.valueOf(e.getSQLState()), e.toString());
    }
  }

  private static String row(ResultSet result, List<Source.Field> fields, MathContext digits)
      throws SQLException {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      Object value = result.getObject(i + 1);
      row.append(i > 0 ? " | " : "");
      row.append(value == null ? "NULL" : cell(value, fields.get(i).kind(), digits));
    }
    return row.toString();
  }

  private static String cell(Object value, Kind kind, MathContext digits) throws SQLException {
    return switch (kind) {
      case INT, BIG, DECIMAL, QUOTIENT -> plain(new BigDecimal(value.toString()));
      case DOUBLE -> plain(new BigDecimal(value.toString()).round(digits));
      case CHAR -> value.toString().stripTrailing();
      case TEXT, BOOL, DATE, TIMESTAMP -> "'" + value + "'";
      case INTS -> Arrays.toString((Object[]) ((Array) value).getArray());
    };
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  boolean fails() {
    return state != null;
  }

  /** The first two characters of the SQLSTATE; empty if there are rows. */
  String errorClass() {
    return state == null ? "" : state.substring(0, 2);
  }

  @Override
  public String toString() {
    return state == null ? rows.toString() : state + " " + message;
  }
}
