package io.millrace.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Databases in memory, and short ways to use them. */
final class Databases {
  private Databases() {}

  /** A connection to a database of its own. */
  static Connection open() throws SQLException {
    return DriverManager.getConnection("jdbc:millrace:mem:");
  }

  static Connection open(String name) throws SQLException {
    return DriverManager.getConnection("jdbc:millrace:mem:" + name);
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The rows of a query, cells as getString gives them, separated by bars. */
  static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows(rows);
    }
  }

  static List<String> rows(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>();
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(String.valueOf(rows.getString(i)));
      }
      all.add(String.join("|", row));
    }
    return all;
  }

  /** Runs what must fail with this class and state; the failure as what AssertJ takes for one. */
  static Throwable failure(
      Class<? extends SQLException> type, String state, ThrowingCallable call) {
    SQLException failure = Assertions.catchThrowableOfType(SQLException.class, call);
    assertThat((Throwable) failure).as("a failure with " + state).isNotNull();
    assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
    assertThat((Throwable) failure).isInstanceOf(type);
    assertThat(failure.getErrorCode()).isEqualTo(Integer.parseInt(state, 36));
    assertThat(failure.getMessage()).isNotBlank();
    return failure;
  }
}
