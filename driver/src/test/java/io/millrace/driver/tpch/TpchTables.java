package io.millrace.driver.tpch;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.function.Consumer;

/** The tables of TPC-H, loaded by JDBC batches. */
final class TpchTables {
  private static final int BATCH = 1000;

  static final String INSERT_ORDER = insert("orders", 9);
  static final String INSERT_LINE_ITEM = insert("lineitem", 16);

  private TpchTables() {}

  private static String insert(String table, int columns) {
    return "INSERT INTO " + table + " VALUES (?" + ", ?".repeat(columns - 1) + ")";
  }

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String definition : TpchQueries.resource("schema").split(";", -1)) {
        statement.execute(definition);
      }
      statement.execute("INSERT INTO progress VALUES (0)");
    }
  }

  /** Loads the tables at a scale and tells how it goes. */
  static void load(Connection connection, double scale, Consumer<String> progress)
      throws SQLException {
    load(connection, "region", 3, TpchTable.REGION, scale, TpchRows::set, progress);
    load(connection, "nation", 4, TpchTable.NATION, scale, TpchRows::set, progress);
    load(connection, "supplier", 7, TpchTable.SUPPLIER, scale, TpchRows::set, progress);
    load(connection, "part", 9, TpchTable.PART, scale, TpchRows::set, progress);
    load(connection, "partsupp", 5, TpchTable.PART_SUPPLIER, scale, TpchRows::set, progress);
    load(connection, "customer", 8, TpchTable.CUSTOMER, scale, TpchRows::set, progress);
    load(connection, "orders", 9, TpchTable.ORDERS, scale, TpchRows::set, progress);
    load(connection, "lineitem", 16, TpchTable.LINE_ITEM, scale, TpchRows::set, progress);
  }

  private interface Setter<T> {
    void set(PreparedStatement insert, T entity) throws SQLException;
  }

  private static <T extends TpchEntity> void load(
      Connection connection,
      String table,
      int columns,
      TpchTable<T> rows,
      double scale,
      Setter<T> setter,
      Consumer<String> progress)
      throws SQLException {
    long start = System.nanoTime();
    long count = 0;
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement(insert(table, columns))) {
      for (T row : rows.createGenerator(scale, 1, 1)) {
        setter.set(insert, row);
        insert.addBatch();
        if (++count % BATCH == 0) {
          insert.executeBatch();
          connection.commit();
        }
        if (count % 50_000 == 0) {
          progress.accept("  " + table + ": " + rate(count, start));
        }
      }
      insert.executeBatch();
      connection.commit();
    }
    connection.setAutoCommit(true);
    progress.accept(table + ": " + rate(count, start));
  }

  private static String rate(long count, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    return String.format(
        Locale.ROOT, "%,d rows in %.1f s, %,.0f rows/s", count, seconds, count / seconds);
  }
}
