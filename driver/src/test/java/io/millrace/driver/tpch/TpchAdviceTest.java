package io.millrace.driver.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The views that are proposed for queries of TPC-H serve them. */
class TpchAdviceTest {
  private static final double SCALE =
      Double.parseDouble(System.getProperty("millrace.tpch.advice.scale", "0.01"));
  private static final List<String> NAMES =
      List.of("q01", "q03", "q05", "q06", "q12", "q14", "q15");

  @Test
  void whatIsProposedForTpchServesIt() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        Statement statement = connection.createStatement()) {
      TpchTables.create(connection);
      TpchTables.load(connection, SCALE, line -> {});
      Map<String, List<String>> before = new LinkedHashMap<>();
      for (String name : NAMES) {
        before.put(name, timed(statement, name, "before"));
      }

      for (String view : proposed(statement)) {
        statement.execute(view);
      }

      for (String name : NAMES) {
        assertThat(plan(statement, query(name))).as(name).startsWith("Rewritten over: ");
        assertThat(timed(statement, name, "after")).as(name).isEqualTo(before.get(name));
      }
    }
  }

  private static List<String> proposed(Statement statement) throws SQLException {
    List<String> views = new ArrayList<>();
    try (ResultSet advice = statement.executeQuery("ADVISE VIEWS")) {
      while (advice.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= advice.getMetaData().getColumnCount(); i++) {
          row.append(i == 1 ? "" : " | ").append(advice.getString(i));
        }
        System.out.println(row);
        if (advice.getString("statement") != null) {
          views.add(advice.getString("statement"));
        }
      }
    }
    return views;
  }

  private static String plan(Statement statement, String query) throws SQLException {
    try (ResultSet plan = statement.executeQuery("EXPLAIN " + query)) {
      plan.next();
      return plan.getString(1);
    }
  }

  private static String query(String name) {
    return Objects.requireNonNull(TpchQueries.ALL.get(name), name);
  }

  private static List<String> timed(Statement statement, String name, String when)
      throws SQLException {
    long start = System.nanoTime();
    List<String> rows = TpchViews.rows(statement, query(name));
    System.out.println(name + " " + when + ": " + (System.nanoTime() - start) / 1000 + " µs");
    return rows;
  }
}
