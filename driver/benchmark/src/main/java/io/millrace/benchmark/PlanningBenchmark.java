package io.millrace.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Planning a query whose text was never seen, while many views are kept: {@code same} has them all
 * over the query's tables, {@code other} ten of them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgs = "-Xmx4g")
@Warmup(iterations = 4, time = 5)
@Measurement(iterations = 4, time = 5)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
public class PlanningBenchmark {
  private static final int SHARING = 10;

  @Param({"0", "10", "100", "1000"})
  private int views;

  @Param({"same", "other"})
  private String tables;

  @Param({"lookup", "groups", "join"})
  private String query;

  private Connection connection;
  private int constant = 5_000;

  /** Creates the views, over empty tables. */
  @Setup
  public void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c INTEGER, d INTEGER)");
      statement.execute("CREATE TABLE o (a INTEGER PRIMARY KEY, b INTEGER, c INTEGER, d INTEGER)");
      statement.execute("CREATE TABLE u (a INTEGER PRIMARY KEY, b INTEGER, c INTEGER)");
      for (int i = 0; i < views; i++) {
        String table = tables.equals("same") || i < SHARING ? "t" : "o";
        statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW v" + i + " AS " + view(i, table));
      }
    }
  }

  private static String view(int i, String t) {
    return switch (i % 4) {
      case 0 ->
          "SELECT b, COUNT(*) AS n, SUM(c) AS s FROM " + t + " WHERE c > " + i + " GROUP BY b";
      case 1 -> "SELECT a, b, d FROM " + t + " WHERE d BETWEEN " + i + " AND " + (i + 10);
      case 2 -> "SELECT b, c, COUNT(*) AS n FROM " + t + " WHERE a <> " + i + " GROUP BY b, c";
      default -> "SELECT x.a, y.b AS q FROM " + t + " x JOIN u y ON x.b = y.a WHERE y.c = " + i;
    };
  }

  /** Closes the database. */
  @TearDown
  public void close() throws SQLException {
    connection.close();
  }

  /** Plans a query with a constant of its own. */
  @Benchmark
  public void plan() throws SQLException {
    constant++;
    String sql =
        switch (query) {
          case "lookup" -> "SELECT a, d FROM t WHERE d = " + constant;
          case "groups" ->
              "SELECT b, COUNT(*), SUM(c) FROM t WHERE c > " + constant + " GROUP BY b";
          default -> "SELECT x.a, y.b FROM t x JOIN u y ON x.b = y.a WHERE y.c > " + constant;
        };
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      if (prepared.getMetaData() == null) {
        throw new AssertionError("a query must have columns");
      }
    }
  }
}
