package io.millrace.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.driver.jdbc.MillraceConnection;
import io.millrace.engine.session.TableDelta;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worked examples E1 to E4 of the theory, over JDBC, with their exact numbers: in memory, in a
 * file, after closing and opening it, and after the process was killed.
 */
class WorkedExamplesTest {
  private static final List<String> E1_BEFORE =
      List.of(
          "a,hot,10",
          "a,hot,10",
          "a,hot,10",
          "a,hot,10",
          "a,hot,30",
          "a,hot,30",
          "a,sale,10",
          "a,sale,10",
          "a,sale,30",
          "b,sale,5");
  private static final List<String> E1_AFTER =
      List.of(
          "a,hot,10",
          "a,hot,20",
          "a,hot,30",
          "a,sale,10",
          "a,sale,10",
          "a,sale,20",
          "a,sale,20",
          "a,sale,30",
          "a,sale,30",
          "b,sale,5",
          "c,sale,7");

  @TempDir private Path folder;

  /** Runs the examples in the database of a URL, then waits to be killed. */
  public static final class Child {
    private Child() {}

    public static void main(String[] args) throws SQLException, IOException {
      try (Connection connection = DriverManager.getConnection(args[0])) {
        runAll(connection);
        System.out.println("done");
        System.out.flush();
        System.in.read();
      }
    }
  }

  @Test
  void inMemory() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:")) {
      runAll(connection);
      checkAll(connection);
    }
  }

  @Test
  void inAFileAndAfterOpeningItAgain() throws SQLException {
    String url = "jdbc:millrace:file:" + folder.resolve("db");
    try (Connection connection = DriverManager.getConnection(url)) {
      runAll(connection);
      checkAll(connection);
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      checkAll(connection);
    }
  }

  @Test
  void afterTheProcessWasKilled() throws Exception {
    String url = "jdbc:millrace:file:" + folder.resolve("db");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                url)
            .redirectErrorStream(true)
            .start();
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.equals("done")) {
        output.append(line).append('\n');
        line = lines.readLine();
      }
      process.destroyForcibly().waitFor();
      assertThat(line).as("the child's output: %s", output).isEqualTo("done");
    }

    try (Connection connection = DriverManager.getConnection(url)) {
      checkAll(connection);
    }
  }

  private static void runAll(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      bothSidesChangeE1(statement);
      bothPartnersGoE2(statement);
      aSelfJoinGrowsE3(statement);
      aCommitIsRefusedE4(connection.unwrap(MillraceConnection.class), statement);
    }
  }

  private static void checkAll(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(rows(statement, "SELECT * FROM e1")).isEqualTo(E1_AFTER);
      assertThat(rows(statement, "SELECT COUNT(*), SUM(amount) FROM e1")).containsExactly("11,192");
      assertThat(rows(statement, "SELECT * FROM e2")).isEmpty();
      assertThat(rows(statement, "SELECT COUNT(*) FROM e3")).containsExactly("9");
      assertThat(rows(statement, "SELECT x, n FROM e4")).containsExactly("5,2");
    }
  }

  private static void bothSidesChangeE1(Statement statement) throws SQLException {
    run(
        statement,
        "CREATE TABLE orders (customer VARCHAR(5), product VARCHAR(5), amount INTEGER)",
        "CREATE TABLE tags (product VARCHAR(5), tag VARCHAR(5))",
        "INSERT INTO orders VALUES ('a','p',10), ('a','p',10), ('a','p',30), ('b','q',5)",
        "INSERT INTO tags VALUES ('p','hot'), ('p','hot'), ('p','sale'), ('q','sale')",
        "CREATE INCREMENTAL MATERIALIZED VIEW e1 AS SELECT o.customer, t.tag, o.amount"
            + " FROM orders o JOIN tags t ON o.product = t.product");
    assertThat(rows(statement, "SELECT * FROM e1")).isEqualTo(E1_BEFORE);
    assertThat(rows(statement, "SELECT COUNT(*), SUM(amount) FROM e1")).containsExactly("10,155");
    run(
        statement,
        "BEGIN",
        "DELETE FROM orders WHERE amount = 10",
        "INSERT INTO orders VALUES ('a','p',10), ('a','p',20), ('c','r',7)",
        "DELETE FROM tags WHERE tag = 'hot'",
        "INSERT INTO tags VALUES ('p','hot'), ('p','sale'), ('r','sale')");
    assertThat(rows(statement, "SELECT * FROM e1")).as("before commit").isEqualTo(E1_AFTER);
    run(statement, "COMMIT");
    assertThat(rows(statement, "SELECT * FROM e1")).isEqualTo(E1_AFTER);
  }

  private static void bothPartnersGoE2(Statement statement) throws SQLException {
    run(
        statement,
        "CREATE TABLE r (k INTEGER)",
        "CREATE TABLE s (k INTEGER)",
        "INSERT INTO r VALUES (1)",
        "INSERT INTO s VALUES (1)",
        "CREATE INCREMENTAL MATERIALIZED VIEW e2 AS SELECT r.k FROM r JOIN s ON r.k = s.k");
    assertThat(rows(statement, "SELECT * FROM e2")).containsExactly("1");
    run(statement, "BEGIN", "DELETE FROM r", "DELETE FROM s", "COMMIT");
    assertThat(rows(statement, "SELECT * FROM e2")).isEmpty();
  }

  private static void aSelfJoinGrowsE3(Statement statement) throws SQLException {
    run(
        statement,
        "CREATE TABLE t (x INTEGER)",
        "INSERT INTO t VALUES (7), (7)",
        "CREATE INCREMENTAL MATERIALIZED VIEW e3 AS SELECT a.x FROM t a JOIN t b ON a.x = b.x");
    assertThat(rows(statement, "SELECT COUNT(*) FROM e3")).containsExactly("4");
    run(statement, "INSERT INTO t VALUES (7)");
    assertThat(rows(statement, "SELECT COUNT(*) FROM e3")).containsExactly("9");
  }

  private static void aCommitIsRefusedE4(MillraceConnection connection, Statement statement)
      throws SQLException {
    run(
        statement,
        "CREATE TABLE u (x INTEGER)",
        "INSERT INTO u VALUES (1)",
        "CREATE INCREMENTAL MATERIALIZED VIEW e4 AS SELECT x, COUNT(*) AS n FROM u GROUP BY x");
    long version = connection.version();
    TableDelta tooMany = new TableDelta("u", List.of(TableDelta.row(-2, 1), TableDelta.row(+1, 5)));

    assertThat(sqlState(connection, version, tooMany)).isEqualTo("23000");
    assertThat(sqlState(connection, version - 1, tooMany)).isEqualTo("40001");
    assertThat(connection.version()).isEqualTo(version);
    assertThat(rows(statement, "SELECT x FROM u")).containsExactly("1");
    assertThat(rows(statement, "SELECT x, n FROM e4")).containsExactly("1,1");

    TableDelta move = new TableDelta("u", List.of(TableDelta.row(-1, 1), TableDelta.row(+2, 5)));
    assertThat(connection.apply(version, List.of(move))).isEqualTo(version + 1);
    assertThat(connection.apply(version + 1, List.of())).isEqualTo(version + 2);
  }

  private static String sqlState(MillraceConnection connection, long version, TableDelta delta) {
    try {
      connection.apply(version, List.of(delta));
      return "none";
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  private static void run(Statement statement, String... script) throws SQLException {
    for (String sql : script) {
      statement.execute(sql);
    }
  }

  private static List<String> rows(Statement statement, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join(",", row));
      }
    }
    Collections.sort(rows);
    return rows;
  }
}
