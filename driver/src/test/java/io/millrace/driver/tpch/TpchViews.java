package io.millrace.driver.tpch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Four queries of TPC-H as incremental views, and the oracle over them: Q1 and Q6 whole, Q3 without
 * its limit, of Q15 the revenue of the suppliers.
 */
final class TpchViews {
  static final Map<String, String> QUERIES = queries();

  private TpchViews() {}

  private static Map<String, String> queries() {
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("q1", TpchQueries.resource("q01"));
    queries.put(
        "q15",
        """
        SELECT l_suppkey AS supplier_no, SUM(l_extendedprice * (1 - l_discount)) AS total_revenue
        FROM lineitem
        WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1996-04-01'
        GROUP BY l_suppkey
        """);
    queries.put(
        "q3",
        """
        SELECT l_orderkey, SUM(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate,
          o_shippriority
        FROM customer, orders, lineitem
        WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey
          AND o_orderdate < DATE '1995-03-15' AND l_shipdate > DATE '1995-03-15'
        GROUP BY l_orderkey, o_orderdate, o_shippriority
        """);
    queries.put("q6", TpchQueries.resource("q06"));
    return queries;
  }

  static void create(Connection connection, String name, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW " + name + " AS " + query);
    }
  }

  /** The names of views that don't hold what their query yields over the tables. */
  static List<String> differing(Connection connection, Map<String, String> views)
      throws SQLException {
    List<String> differing = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET rewrite = 'off'");
      for (Map.Entry<String, String> view : views.entrySet()) {
        List<String> kept = rows(statement, "SELECT * FROM " + view.getKey());
        List<String> recomputed = rows(statement, view.getValue());
        if (!kept.equals(recomputed)) {
          differing.add(view.getKey());
        }
      }
    }
    return differing;
  }

  static List<String> rows(Statement statement, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
    }
    Collections.sort(rows);
    return rows;
  }
}
