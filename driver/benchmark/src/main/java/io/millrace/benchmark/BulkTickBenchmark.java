package io.millrace.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
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
 * Statements that change a whole table of 20,000 rows below one view: loaded, updated, emptied.
 * {@code none} is the same without a view.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx4g")
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 4, time = 5)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
public class BulkTickBenchmark {
  private static final int ROWS = 20_000;

  @Param({"none", "join", "left", "exists", "groups", "extremes", "window"})
  private String shape;

  private Connection connection;
  private Statement statement;

  private String query() {
    return switch (shape) {
      case "join" -> "SELECT t.id, t.v, u.w FROM t JOIN u ON t.k = u.k";
      case "left" -> "SELECT t.id, t.v, u.w FROM t LEFT JOIN u ON t.k = u.k";
      case "exists" -> "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)";
      case "groups" -> "SELECT k, COUNT(*) AS c, SUM(v) AS s FROM t GROUP BY k";
      case "extremes" -> "SELECT k, MIN(v) AS lo, MAX(v) AS hi FROM t GROUP BY k";
      default -> "SELECT id, SUM(v) OVER (PARTITION BY k ORDER BY id) AS s FROM t";
    };
  }

  @Setup
  public void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    statement = connection.createStatement();
    statement.execute("CREATE TABLE s (id INTEGER, k INTEGER, v INTEGER)");
    statement.execute("CREATE TABLE t (id INTEGER, k INTEGER, v INTEGER)");
    statement.execute("CREATE TABLE u (k INTEGER, w INTEGER)");
    statement.execute("INSERT INTO s VALUES (0, 0, 0)");
    for (int size = 1; size < ROWS; size *= 2) {
      statement.execute(
          "INSERT INTO s SELECT id + "
              + size
              + ", MOD((id + "
              + size
              + ") * 7919, "
              + ROWS
              + "), MOD(id * 31, 1000) FROM s WHERE id + "
              + size
              + " < "
              + ROWS);
    }
    statement.execute("INSERT INTO u SELECT k, v FROM s");
    if (!shape.equals("none")) {
      statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW v AS " + query());
    }
  }

  @Benchmark
  public void loadUpdateAndEmpty() throws SQLException {
    statement.execute("INSERT INTO t SELECT * FROM s");
    statement.execute("UPDATE t SET v = v + 1");
    statement.execute("DELETE FROM t");
  }

  @TearDown
  public void close() throws SQLException {
    connection.close();
  }
}
