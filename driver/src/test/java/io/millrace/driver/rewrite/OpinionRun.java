package io.millrace.driver.rewrite;

import io.millrace.driver.rewrite.CalciteOpinion.Rewriting;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A database with tables and one pair's views, in which what was said of it is tried. */
final class OpinionRun implements AutoCloseable {
  private final Connection connection;
  private final List<String> views = new ArrayList<>();

  /** How Millrace answers a query. */
  enum Answered {
    /** From the views alone. */
    FULLY,
    /** From the views and the rows that they lack. */
    PARTLY,
    /** From the tables. */
    NOT
  }

  OpinionRun(List<String> setup) throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    run(setup);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  CalciteTables tables() throws SQLException {
    return CalciteTables.of(connection);
  }

  /** Keeps these views, by their names, instead of those before. */
  void keep(Map<String, String> queries) throws SQLException {
    while (!views.isEmpty()) {
      run("DROP MATERIALIZED VIEW " + views.remove(views.size() - 1));
    }
    for (Map.Entry<String, String> view : queries.entrySet()) {
      run("CREATE INCREMENTAL MATERIALIZED VIEW " + view.getKey() + " AS " + view.getValue());
      views.add(view.getKey());
    }
  }

  Answered answered(String query) throws SQLException {
    run("SET rewrite = 'force'");
    String plan = String.join("\n", rows("EXPLAIN " + query, List.of()));
    if (plan.contains("serves for some values of the")) {
      return Answered.FULLY;
    }
    if (!plan.contains("Rewritten over: ")) {
      return Answered.NOT;
    }
    return plan.contains(PairRun.LACKING) ? Answered.PARTLY : Answered.FULLY;
  }

  /** Whether a rewriting gives the rows of the query over the tables. */
  boolean isRight(Rewriting rewriting, String query, List<Integer> parameters) throws SQLException {
    run("SET rewrite = 'off'");
    return rows(rewriting.sql(), parameters).equals(rows(query, parameters));
  }

  void run(List<String> statements) throws SQLException {
    for (String statement : statements) {
      run(statement);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows, sorted. */
  private List<String> rows(String sql, List<Integer> parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setInt(i + 1, parameters.get(i));
      }
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        int width = result.getMetaData().getColumnCount();
        while (result.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= width; i++) {
            row.add(String.valueOf(result.getString(i)));
          }
          rows.add(String.join(" | ", row));
        }
      }
      Collections.sort(rows);
      return rows;
    }
  }
}
