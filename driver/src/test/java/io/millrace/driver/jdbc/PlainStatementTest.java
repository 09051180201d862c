package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * INSERT … VALUES, and SELECT, UPDATE and DELETE by {@code column = value}, are planned a short way
 * unless the optimizer is off; nobody can tell, but by the clock.
 */
class PlainStatementTest {
  private Connection shortly;
  private Connection fully;

  @BeforeEach
  void create() throws SQLException {
    shortly = open();
    fully = open();
    for (Connection connection : List.of(shortly, fully)) {
      run(
          connection,
          "CREATE TABLE t (id INTEGER PRIMARY KEY, n BIGINT NOT NULL DEFAULT 7, s VARCHAR(5),"
              + " c CHAR(3), d DATE, p DECIMAL(6, 2), CHECK (p >= 0))",
          "CREATE INDEX t_s ON t (s)",
          "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT s, COUNT(*) AS k, SUM(n) AS n"
              + " FROM t GROUP BY s");
    }
    run(fully, "SET optimizer = 'off'");
  }

  @AfterEach
  void close() throws SQLException {
    shortly.close();
    fully.close();
  }

  /** All there is to see of a statement: counts, columns and rows, or the failure. */
  private static String seen(Connection connection, String sql, @Nullable Object... parameters) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      if (!statement.execute()) {
        return "changed " + statement.getUpdateCount();
      }
      try (ResultSet result = statement.getResultSet()) {
        List<String> columns = new ArrayList<>();
        ResultSetMetaData metadata = result.getMetaData();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
          columns.add(
              metadata.getColumnLabel(i)
                  + " "
                  + metadata.getColumnTypeName(i)
                  + " "
                  + metadata.isNullable(i));
        }
        return columns + " " + rows(result);
      }
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
  }

  private void alike(String expected, String sql, @Nullable Object... parameters)
      throws SQLException {
    String seen = seen(shortly, sql, parameters);

    assertThat(seen).as(sql).startsWith(expected);
    assertThat(seen).as(sql).isEqualTo(seen(fully, sql, parameters));
    for (String relation : List.of("SELECT * FROM t ORDER BY id", "SELECT * FROM v ORDER BY s")) {
      assertThat(rows(shortly, relation)).as(sql).isEqualTo(rows(fully, relation));
    }
  }

  @Test
  void valuesAreInsertedFoundChangedAndDeletedAlike() throws SQLException {
    alike(
        "changed 2", "INSERT INTO t VALUES (1, 2, 'a', 'x', NULL, 1.5), (2, 3, 'a ', '', NULL, 0)");
    alike("changed 1", "INSERT INTO t (s, id) VALUES (?, ?)", "b", 3);
    alike(
        "changed 1",
        "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)",
        4,
        5L,
        "c",
        "y",
        LocalDate.of(2024, 2, 29),
        new BigDecimal("9.99"));
    alike("[id INTEGER 0, ", "SELECT * FROM t WHERE id = 4");
    alike("[n BIGINT 0, c CHAR 1] [7|null]", "SELECT n, c FROM t WHERE id = ?", 3);
    alike("[id INTEGER 0] [1]", "SELECT id FROM t WHERE s = 'a'");
    alike("[id INTEGER 0] [4]", "SELECT id FROM T WHERE D = DATE '2024-02-29' AND n = 5");
    alike("[id INTEGER 0] []", "SELECT id FROM t WHERE s = ?", (Object) null);
    alike("changed 1", "UPDATE t SET n = n + 1, s = 'b' WHERE id = 1");
    alike("changed 2", "UPDATE t SET p = ?, c = NULL WHERE s = ?", new BigDecimal("2.50"), "b");
    alike("changed 1", "UPDATE t SET id = 9 WHERE id = 4");
    alike("changed 0", "DELETE FROM t WHERE id = 4");
    alike("changed 2", "DELETE FROM t WHERE s = 'b'");
    alike("changed 2", "DELETE FROM t");
  }

  @Test
  void whatIsRefusedIsRefusedAlike() throws SQLException {
    alike("changed 1", "INSERT INTO t (id) VALUES (1)");

    alike("23505", "INSERT INTO t (id) VALUES (2), (1)");
    alike("23502", "INSERT INTO t (id, n) VALUES (2, NULL)");
    alike("22001", "INSERT INTO t (id, s) VALUES (2, 'abcdef')");
    alike("22001", "UPDATE t SET s = ? WHERE id = 1", "abcdef");
    alike("23514", "UPDATE t SET p = -1 WHERE id = 1");
    alike("22003", "UPDATE t SET n = n + 9223372036854775807 WHERE id = 1");
    alike("42P01", "DELETE FROM missing WHERE id = 1");
    alike("42703", "SELECT missing FROM t WHERE id = 1");
    alike("42809", "DELETE FROM v WHERE s = 'a'");
  }
}
