package io.millrace.driver.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each pair of {@code pairs.txt}: the query with rewriting on and off and with the view dropped
 * gives the same rows in the same types, and reads the view exactly if it must.
 */
final class RewritePairsTest {
  private static final RewritePairs PAIRS = RewritePairs.read("pairs.txt");
  private static Connection connection;

  @BeforeAll
  static void load() throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    for (String statement : PAIRS.setup()) {
      run(statement);
    }
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  static Stream<RewritePairs.Pair> pairs() {
    return PAIRS.pairs().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pairs")
  void theViewAnswersAsTheTablesDo(RewritePairs.Pair pair) throws SQLException {
    run("SET rewrite = 'off'");
    List<String> plain = rows(pair.query());
    run("SET rewrite = 'force'");
    run("CREATE INCREMENTAL MATERIALIZED VIEW v AS " + pair.view());
    String explained;
    List<String> rewritten;
    try {
      List<String> lines = rows("EXPLAIN " + pair.query());
      explained = String.join("\n", lines.subList(1, lines.size()));
      rewritten = rows(pair.query());
    } finally {
      run("DROP MATERIALIZED VIEW v");
    }

    assertThat(rewritten).isEqualTo(plain);
    assertThat(explained).startsWith(pair.isAnswered() ? "Rewritten over: v" : "Not rewritten");
    assertThat(rows(pair.query())).isEqualTo(plain);
  }

  private static void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The columns' types, then the rows, sorted unless they are a plan's lines. */
  private static List<String> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData about = result.getMetaData();
      StringBuilder types = new StringBuilder();
      for (int i = 1; i <= about.getColumnCount(); i++) {
        types
            .append(about.getColumnLabel(i))
            .append(' ')
            .append(about.getColumnTypeName(i))
            .append(about.getPrecision(i))
            .append(about.getScale(i))
            .append(about.isNullable(i))
            .append(", ");
      }
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(String.join(" | ", row));
      }
      if (!sql.startsWith("EXPLAIN")) {
        Collections.sort(rows);
      }
      rows.add(0, types.toString());
      return rows;
    }
  }
}
