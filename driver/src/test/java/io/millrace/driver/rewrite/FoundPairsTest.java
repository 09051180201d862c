package io.millrace.driver.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.driver.generator.Choices;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What random pairs found, as fixed ones over the same tables with several contents. */
final class FoundPairsTest {
  private static final int CONTENTS = 4;

  static Stream<RewritePairs.Pair> pairs() {
    return RewritePairs.read("found.txt").pairs().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pairs")
  void theViewAnswersAsTheTablesDo(RewritePairs.Pair pair) throws SQLException {
    for (int seed = 1; seed <= CONTENTS; seed++) {
      try (PairRun run = new PairRun(PairTables.random(Choices.random(seed)).script())) {
        PairRun.Outcome outcome =
            run.run(
                new Pair(
                    EnumSet.noneOf(PairKind.class),
                    List.copyOf(pair.views().values()),
                    pair.query(),
                    List.of()));

        assertThat(outcome.refusal()).isNull();
        assertThat(outcome.fault()).isNull();
        assertThat(outcome.matched())
            .as(outcome.plan())
            .isEqualTo(pair.answer() == RewritePairs.Answer.YES);
      }
    }
  }

  @Test
  void explainNeedsNoValueOfAParameterOnWhichAViewDepends() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a INTEGER)");
      statement.execute("INSERT INTO t VALUES (1), (2), (3)");
      statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT a FROM t WHERE a > 1");
      statement.execute("SET rewrite = 'force'");

      assertThat(explained(connection, "EXPLAIN SELECT a FROM t WHERE a > ?"))
          .contains("serves for some values of the parameters");
      assertThat(explained(connection, "EXPLAIN ANALYZE SELECT a FROM t WHERE a > ?", 2))
          .contains("Rewritten over: v");
      assertThat(explained(connection, "EXPLAIN ANALYZE SELECT a FROM t WHERE a > ?", 0))
          .contains("serves for some values of the parameters");
    }
  }

  @Test
  void aLimitThatIsAParameterIsServedAsFarAsTheViewHasRows() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a INTEGER)");
      statement.execute("INSERT INTO t VALUES (4), (2), (NULL), (3), (1)");
      statement.execute(
          "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT a FROM t ORDER BY a LIMIT 3");
      String query = "SELECT a FROM t ORDER BY a LIMIT ? OFFSET 1";

      assertThat(explained(connection, "EXPLAIN ANALYZE " + query, 2))
          .contains("Rewritten over: v");
      assertThat(explained(connection, query, 2)).isEqualTo("2\n3");
      assertThat(explained(connection, "EXPLAIN ANALYZE " + query, 3))
          .doesNotContain("Rewritten over: v");
      assertThat(explained(connection, query, 3)).isEqualTo("2\n3\n4");
      assertThatThrownBy(() -> explained(connection, query, -1))
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("22023");
    }
  }

  private static String explained(Connection connection, String sql, int... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i : IntStream.range(0, values.length).toArray()) {
        statement.setInt(i + 1, values[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        Stream.Builder<String> lines = Stream.builder();
        while (result.next()) {
          lines.add(result.getString(1));
        }
        return lines.build().collect(Collectors.joining("\n"));
      }
    }
  }
}
