package io.millrace.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Statements that are not prepared, each a text of its own that no plan is kept for: parse, plan,
 * run and commit, in memory.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
public class PlainStatementBenchmark {
  private static final int ROWS = 10_000;
  private static final int BATCH = 1_000;

  private Connection connection;
  private Statement statement;
  private long next;

  @Setup(Level.Trial)
  public void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    statement = connection.createStatement();
    statement.execute(
        "CREATE TABLE orders (id BIGINT PRIMARY KEY, name VARCHAR(20), total DECIMAL(12, 2))");
    statement.execute("CREATE TABLE bulk (id BIGINT, name VARCHAR(20), total DECIMAL(12, 2))");
    for (int first = 0; first < ROWS; first += BATCH) {
      statement.executeUpdate("INSERT INTO orders VALUES " + rows(first));
    }
    next = ROWS;
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException {
    connection.close();
  }

  private static String rows(long first) {
    StringBuilder rows = new StringBuilder();
    for (long id = first; id < first + BATCH; id++) {
      rows.append(rows.isEmpty() ? "" : ", ").append(row(id));
    }
    return rows.toString();
  }

  private static String row(long id) {
    return "(" + id + ", 'name" + id % 100 + "', " + id % 1000 + ".50)";
  }

  @Benchmark
  public long select() throws SQLException {
    String sql =
        "SELECT id, name, total FROM orders WHERE id = " + next++ % ROWS + " AND total = 1" + next;
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  @Benchmark
  public int insert() throws SQLException {
    return statement.executeUpdate("INSERT INTO orders (id, name, total) VALUES " + row(next++));
  }

  @Benchmark
  public int update() throws SQLException {
    long id = next++ % ROWS;
    return statement.executeUpdate("UPDATE orders SET total = " + next + " WHERE id = " + id);
  }

  @Benchmark
  public int delete() throws SQLException {
    // Mostly of rows that are gone by then: what is measured is the statement.
    return statement.executeUpdate("DELETE FROM orders WHERE id = " + (next++ - ROWS));
  }

  /** A thousand rows in one statement. */
  @Benchmark
  public int insertThousand() throws SQLException {
    long first = next;
    next += BATCH;
    return statement.executeUpdate("INSERT INTO bulk VALUES " + rows(first));
  }
}
