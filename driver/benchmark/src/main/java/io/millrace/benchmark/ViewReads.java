package io.millrace.benchmark;

import io.trino.tpch.LineItem;
import io.trino.tpch.Supplier;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What a view saves a query that does not name it, against other databases without one, in the same
 * run on the same data.
 *
 * <p>{@code filter=N}: {@code SELECT * FROM t WHERE c1 = 2} over N rows, each twice, with the view
 * {@code c1 = 2}. {@code revenue=S}: TPC-H Q15 at scale S with its revenue view. Further arguments
 * are JDBC URLs of peers, whose drivers must be on the class path. Medians of prepared queries, all
 * rows read.
 */
public final class ViewReads {
  private static final int BATCH = 50_000;

  private static final String FILTER = "SELECT c1, c2, c3 FROM t WHERE c1 = 2";

  private static final String REVENUE =
      "SELECT l_suppkey AS supplier_no, SUM(l_extendedprice * (1 - l_discount)) AS total_revenue"
          + " FROM lineitem WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1996-04-01'"
          + " GROUP BY l_suppkey";

  private static final String Q15 =
      "WITH revenue AS ("
          + REVENUE
          + ") SELECT s_suppkey, s_name, total_revenue FROM supplier, revenue"
          + " WHERE s_suppkey = supplier_no"
          + " AND total_revenue = (SELECT MAX(total_revenue) FROM revenue) ORDER BY s_suppkey";

  private static final String LINEITEM =
      "CREATE TABLE lineitem (l_orderkey BIGINT, l_partkey BIGINT, l_suppkey BIGINT,"
          + " l_linenumber INTEGER, l_quantity DECIMAL(12,2), l_extendedprice DECIMAL(12,2),"
          + " l_discount DECIMAL(12,2), l_tax DECIMAL(12,2), l_returnflag CHAR(1),"
          + " l_linestatus CHAR(1), l_shipdate DATE)";

  private static final PrintStream OUT = System.out;

  private ViewReads() {}

  /** Runs the experiments that the arguments name. */
  public static void main(String[] args) throws SQLException, IOException {
    List<String> peers = Arrays.stream(args).filter(arg -> arg.startsWith("jdbc:")).toList();
    for (String arg : args) {
      if (arg.startsWith("filter=")) {
        filter(Long.parseLong(arg.substring(7)), peers);
      } else if (arg.startsWith("revenue=")) {
        revenue(Double.parseDouble(arg.substring(8)), peers);
      }
    }
  }

  private static void filter(long rows, List<String> peers) throws SQLException {
    say("filter: %,d rows, each twice", rows);
    List<Double> others = new ArrayList<>();
    for (String peer : peers) {
      try (Connection connection = DriverManager.getConnection(peer)) {
        run(connection, "DROP TABLE IF EXISTS t");
        run(connection, "CREATE TABLE t (c1 INTEGER, c2 INTEGER, c3 INTEGER)");
        run(
            connection,
            "INSERT INTO t SELECT i, i % 1000, i / 7 FROM generate_series(1, "
                + rows
                + ") AS g(i)");
        run(connection, "INSERT INTO t SELECT * FROM t");
        analyze(connection);
        others.add(report(peer, median(connection, FILTER)));
        run(connection, "DROP TABLE t");
      }
    }
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:")) {
      run(connection, "CREATE TABLE t (c1 INTEGER, c2 INTEGER, c3 INTEGER)");
      long start = System.nanoTime();
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?), (?, ?, ?)")) {
        for (long i = 1; i <= rows; i++) {
          for (int copy = 0; copy < 6; copy += 3) {
            insert.setLong(copy + 1, i);
            insert.setLong(copy + 2, i % 1000);
            insert.setLong(copy + 3, i / 7);
          }
          insert.addBatch();
          if (i % BATCH == 0 || i == rows) {
            insert.executeBatch();
            connection.commit();
          }
        }
      }
      connection.setAutoCommit(true);
      say("  loaded in %.0f s", (System.nanoTime() - start) / 1e9);
      compare(connection, FILTER, FILTER, others);
    }
  }

  private static void revenue(double scale, List<String> peers) throws SQLException, IOException {
    say("revenue: TPC-H Q15 at scale %s", scale);
    Path items = csv(TpchTable.LINE_ITEM.createGenerator(scale, 1, 1), ViewReads::line);
    Path suppliers = csv(TpchTable.SUPPLIER.createGenerator(scale, 1, 1), ViewReads::line);
    String supplier = "CREATE TABLE supplier (s_suppkey BIGINT PRIMARY KEY, s_name VARCHAR(25))";
    List<Double> others = new ArrayList<>();
    for (String peer : peers) {
      try (Connection connection = DriverManager.getConnection(peer)) {
        run(connection, "DROP TABLE IF EXISTS lineitem");
        run(connection, "DROP TABLE IF EXISTS supplier");
        run(connection, LINEITEM);
        run(connection, supplier);
        run(connection, "COPY lineitem FROM '" + items + "' (DELIMITER '|')");
        run(connection, "COPY supplier FROM '" + suppliers + "' (DELIMITER '|')");
        analyze(connection);
        others.add(report(peer, median(connection, Q15)));
        run(connection, "DROP TABLE lineitem");
        run(connection, "DROP TABLE supplier");
      }
    }
    Files.delete(items);
    Files.delete(suppliers);
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:")) {
      run(connection, LINEITEM);
      run(connection, supplier);
      load(connection, scale);
      compare(connection, Q15, REVENUE, others);
      run(connection, "CREATE INDEX v_total_revenue ON v (total_revenue)");
      double with = report("Millrace with an index of the view", median(connection, Q15));
      others.stream()
          .min(Double::compare)
          .ifPresent(least -> say("  fastest peer / with index: %,.0f", least / with));
    }
  }

  private interface Line<T> {
    String of(T entity);
  }

  private static <T> Path csv(Iterable<T> entities, Line<T> line) throws IOException {
    Path file = Files.createTempFile("millrace", ".csv");
    file.toFile().setReadable(true, false);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (T entity : entities) {
        out.write(line.of(entity));
        out.newLine();
      }
    }
    return file;
  }

  private static String line(Supplier supplier) {
    return supplier.getSupplierKey() + "|" + supplier.getName();
  }

  private static String line(LineItem item) {
    return String.join(
        "|",
        String.valueOf(item.getOrderKey()),
        String.valueOf(item.getPartKey()),
        String.valueOf(item.getSupplierKey()),
        String.valueOf(item.getLineNumber()),
        String.valueOf(item.getQuantity()),
        cents(item.getExtendedPriceInCents()),
        cents(item.getDiscountPercent()),
        cents(item.getTaxPercent()),
        item.getReturnFlag(),
        item.getStatus(),
        java.time.LocalDate.ofEpochDay(item.getShipDate()).toString());
  }

  private static String cents(long cents) {
    return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
  }

  private static void load(Connection connection, double scale) throws SQLException {
    long start = System.nanoTime();
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO lineitem VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      long count = 0;
      for (LineItem item : TpchTable.LINE_ITEM.createGenerator(scale, 1, 1)) {
        insert.setLong(1, item.getOrderKey());
        insert.setLong(2, item.getPartKey());
        insert.setLong(3, item.getSupplierKey());
        insert.setInt(4, item.getLineNumber());
        insert.setLong(5, item.getQuantity());
        insert.setBigDecimal(6, java.math.BigDecimal.valueOf(item.getExtendedPriceInCents(), 2));
        insert.setBigDecimal(7, java.math.BigDecimal.valueOf(item.getDiscountPercent(), 2));
        insert.setBigDecimal(8, java.math.BigDecimal.valueOf(item.getTaxPercent(), 2));
        insert.setString(9, item.getReturnFlag());
        insert.setString(10, item.getStatus());
        insert.setDate(11, Date.valueOf(java.time.LocalDate.ofEpochDay(item.getShipDate())));
        insert.addBatch();
        if (++count % BATCH == 0) {
          insert.executeBatch();
          connection.commit();
        }
      }
      insert.executeBatch();
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO supplier VALUES (?, ?)")) {
      for (Supplier supplier : TpchTable.SUPPLIER.createGenerator(scale, 1, 1)) {
        insert.setLong(1, supplier.getSupplierKey());
        insert.setString(2, supplier.getName());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
    say("  loaded in %.0f s", (System.nanoTime() - start) / 1e9);
  }

  /** The query without and with the view, against the fastest of the others. */
  private static void compare(Connection connection, String query, String view, List<Double> others)
      throws SQLException {
    double without = report("Millrace without view", median(connection, query));
    long start = System.nanoTime();
    run(connection, "CREATE INCREMENTAL MATERIALIZED VIEW v AS " + view);
    say("  view created in %.1f s", (System.nanoTime() - start) / 1e9);
    double with = report("Millrace with view", median(connection, query));
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN " + query)) {
      plan.next();
      say("  %s", plan.getString(1));
    }
    say("  without / with: %,.0f", without / with);
    others.stream()
        .min(Double::compare)
        .ifPresent(least -> say("  fastest peer / with: %,.0f", least / with));
  }

  private static void analyze(Connection connection) throws SQLException {
    if (connection.getMetaData().getURL().startsWith("jdbc:postgresql")) {
      run(connection, "VACUUM ANALYZE");
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static double report(String who, double millis) {
    say("  %-40s %,12.4f ms", who, millis);
    return millis;
  }

  private static void say(String format, Object... values) {
    OUT.println(String.format(Locale.ROOT, format, values));
  }

  /**
   * Median milliseconds of one execution: of the second half of those that five seconds have room
   * for, so that all are warm, and of three at least.
   */
  private static double median(Connection connection, String sql) throws SQLException {
    List<Double> millis = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      while (System.nanoTime() < end || millis.size() < 6) {
        long start = System.nanoTime();
        try (ResultSet rows = query.executeQuery()) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
        millis.add((System.nanoTime() - start) / 1e6);
      }
    }
    List<Double> warm = new ArrayList<>(millis.subList(millis.size() / 2, millis.size()));
    Collections.sort(warm);
    return warm.get(warm.size() / 2);
  }
}
