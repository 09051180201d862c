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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each pair of the texts beside this test: the query with rewriting on and off and with the views
 * dropped gives the same rows in the same types, and reads the views exactly if it must.
 */
final class RewritePairsTest {
  static final List<String> TEXTS = List.of("pairs.txt", "joins.txt", "types.txt");
  private static Connection connection;

  @BeforeAll
  static void load() throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    for (String text : TEXTS) {
      for (String statement : RewritePairs.read(text).setup()) {
        run(statement);
      }
    }
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  static Stream<RewritePairs.Pair> pairs() {
    return TEXTS.stream().flatMap(text -> RewritePairs.read(text).pairs().stream());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pairs")
  void theViewAnswersAsTheTablesDo(RewritePairs.Pair pair) throws SQLException {
    List<String> created = new ArrayList<>();
    String explained;
    List<String> plain;
    List<String> rewritten;
    try {
      for (Map.Entry<String, String> view : pair.views().entrySet()) {
        run("CREATE INCREMENTAL MATERIALIZED VIEW " + view.getKey() + " AS " + view.getValue());
        created.add(0, view.getKey());
      }
      run("SET rewrite = 'off'");
      plain = rows(pair.query());
      run("SET rewrite = 'force'");
      List<String> lines = rows("EXPLAIN " + pair.query());
      explained = String.join("\n", lines.subList(1, lines.size()));
      rewritten = rows(pair.query());
    } finally {
      for (String view : created) {
        run("DROP MATERIALIZED VIEW " + view);
      }
    }

    assertThat(rewritten).isEqualTo(plain);
    assertThat(explained).doesNotContain("Looking for views failed");
    boolean isPartly = explained.contains(PairRun.LACKING);
    switch (pair.answer()) {
      case YES, PARTLY -> {
        assertThat(explained).startsWith("Rewritten over: " + pair.over() + "\n");
        assertThat(isPartly).as(explained).isEqualTo(pair.answer() == RewritePairs.Answer.PARTLY);
      }
      case NO, NOT_YET ->
          assertThat(explained)
              .satisfiesAnyOf(
                  plan -> assertThat(plan).startsWith("Not rewritten"),
                  plan -> assertThat(plan).contains(PairRun.LACKING));
    }
    if (!pair.query().endsWith(" FROM v")) {
      assertThat(rows(pair.query())).isEqualTo(plain);
    }
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
