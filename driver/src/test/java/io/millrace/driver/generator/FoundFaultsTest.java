package io.millrace.driver.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cases that went wrong once, as the generator printed them when it had reduced them: each file of
 * {@code faults} is a script, a statement a line, whose views are held to their queries after each
 * statement outside a transaction.
 */
class FoundFaultsTest {
  private static final Pattern VIEW =
      Pattern.compile("CREATE INCREMENTAL MATERIALIZED VIEW (\\w+) AS (.*)", Pattern.DOTALL);

  static List<Path> scripts() throws IOException, URISyntaxException {
    URL folder = Objects.requireNonNull(FoundFaultsTest.class.getResource("faults"));
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void viewsEqualTheirQueries(Path script) throws IOException, SQLException {
    Map<String, String> views = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        Statement statement = connection.createStatement()) {
      boolean inTransaction = false;
      for (String line : Files.readAllLines(script)) {
        String sql = line.substring(0, line.length() - 1);
        statement.execute(sql);
        Matcher view = VIEW.matcher(sql);
        if (view.matches()) {
          views.put(view.group(1), view.group(2));
        }
        inTransaction = sql.equals("BEGIN") || (inTransaction && !sql.matches("COMMIT|ROLLBACK"));
        if (!inTransaction) {
          check(statement, views, sql);
        }
      }
    }
    assertThat(views).isNotEmpty();
  }

  private static void check(Statement statement, Map<String, String> views, String after)
      throws SQLException {
    for (Map.Entry<String, String> view : views.entrySet()) {
      assertThat(rows(statement, "SELECT * FROM " + view.getKey()))
          .as("view %s after %s", view.getKey(), after)
          .isEqualTo(rows(statement, view.getValue()));
    }
  }

  private static Bag rows(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      return Bag.of(result);
    }
  }
}
