package io.millrace.driver.rewrite;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A database with the tables of pairs, and what it says to them. One thread at a time. */
final class PairRun implements AutoCloseable {
  /** What EXPLAIN says of a view that answers with the help of its tables alone. */
  static final String LACKING = " lacks are read from its tables.";

  private final Connection connection;

  /** An answer: the columns and the rows, sorted; or an error. */
  record Answer(List<String> rows, @Nullable String error) {}

  /**
   * What came out of a pair.
   *
   * @param fault what is wrong; null if nothing is
   * @param refusal why there is nothing to compare: a view was not made, or the plain query failed
   * @param plan what EXPLAIN said
   */
  record Outcome(
      boolean matched, @Nullable String fault, @Nullable String refusal, int rows, String plan) {
    Outcome with(String wrong) {
      return new Outcome(matched, wrong, refusal, rows, plan);
    }
  }

  PairRun(List<String> setup) throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    for (String statement : setup) {
      run(statement);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  Outcome run(Pair pair) throws SQLException {
    return run(pair, null);
  }

  /**
   * Compares the pair's query with itself over the views.
   *
   * @param loosening a change beside the views after which it is compared once more, or null
   */
  Outcome run(Pair pair, @Nullable Loosening loosening) throws SQLException {
    int made = 0;
    try {
      for (String view : pair.views()) {
        try {
          run("CREATE INCREMENTAL MATERIALIZED VIEW v" + made + " AS " + view);
        } catch (SQLException e) {
          return new Outcome(false, null, e.getSQLState() + ": " + e.getMessage(), 0, "");
        }
        made++;
      }
      Outcome outcome = compare(pair);
      if (loosening == null || outcome.fault() != null || outcome.refusal() != null) {
        return outcome;
      }
      String fault = faultWith(loosening, pair);
      return fault == null ? outcome : outcome.with(loosening.before() + " " + fault);
    } finally {
      while (made > 0) {
        made--;
        run("DROP MATERIALIZED VIEW v" + made);
      }
    }
  }

  private @Nullable String faultWith(Loosening loosening, Pair pair) throws SQLException {
    try {
      for (String statement : loosening.before()) {
        run(statement);
      }
      return compare(pair).fault();
    } finally {
      for (String statement : loosening.after()) {
        run(statement);
      }
    }
  }

  private Outcome compare(Pair pair) throws SQLException {
    Answer plain = answer("off", pair.query(), pair.parameters());
    Answer explained = answer("force", "EXPLAIN " + pair.query(), List.of());
    String plan = String.join("\n", explained.rows());
    boolean matched =
        (plan.contains("Rewritten over: ") && !plan.contains(LACKING))
            || plan.contains("serves for some values of the");
    String fault = null;
    if (explained.error() != null && plain.error() == null) {
      fault = "EXPLAIN fails: " + explained.error();
    } else if (plan.contains("Looking for views failed")) {
      fault = plan;
    }
    for (String mode : List.of("force", "on")) {
      Answer other = answer(mode, pair.query(), pair.parameters());
      if (fault == null && plain.error() == null && !other.equals(plain)) {
        fault =
            "rewrite = '" + mode + "' gives\n" + text(other) + "\nbut off gives\n" + text(plain);
      }
    }
    return new Outcome(matched, fault, plain.error(), plain.rows().size() - 1, plan);
  }

  private static String text(Answer answer) {
    return answer.error() == null ? String.join("\n", answer.rows()) : answer.error();
  }

  private Answer answer(String mode, String sql, List<Integer> parameters) throws SQLException {
    run("SET rewrite = '" + mode + "'");
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setInt(i + 1, parameters.get(i));
      }
      try (ResultSet result = statement.executeQuery()) {
        return new Answer(rows(result, sql.startsWith("EXPLAIN")), null);
      }
    } catch (SQLException e) {
      return new Answer(List.of(), e.getSQLState() + ": " + e.getMessage());
    }
  }

  private static List<String> rows(ResultSet result, boolean ordered) throws SQLException {
    ResultSetMetaData about = result.getMetaData();
    StringBuilder types = new StringBuilder();
    for (int i = 1; i <= about.getColumnCount(); i++) {
      types.append(
          "%s %s(%d, %d) %d, "
              .formatted(
                  about.getColumnLabel(i),
                  about.getColumnTypeName(i),
                  about.getPrecision(i),
                  about.getScale(i),
                  about.isNullable(i)));
    }
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= about.getColumnCount(); i++) {
        row.add(String.valueOf(result.getString(i)));
      }
      rows.add(String.join(" | ", row));
    }
    if (!ordered) {
      Collections.sort(rows);
    }
    rows.add(0, types.toString());
    return rows;
  }
}
