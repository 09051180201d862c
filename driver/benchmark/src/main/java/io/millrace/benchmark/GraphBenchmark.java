package io.millrace.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * How many wedges or triangles a graph of 200,000 random edges has: kept by a view through commits
 * of 50 edges that go and 50 that come, against counting anew. Compare the medians (p0.50).
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx4g")
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 4, time = 5)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
public class GraphBenchmark {
  private static final int VERTICES = 40_000;
  private static final int EDGES = 200_000;
  private static final int CHANGES = 50;

  private static final String WEDGES =
      "SELECT COUNT(*) FROM edges e1, edges e2 WHERE e1.dst = e2.src";
  private static final String TRIANGLES =
      "SELECT COUNT(*) FROM edges e1, edges e2, edges e3"
          + " WHERE e1.dst = e2.src AND e2.dst = e3.src AND e3.dst = e1.src";

  private record Edge(int src, int dst) {}

  @Param({"wedges", "triangles"})
  private String pattern;

  private final Random random = new Random(5);
  private final Set<Edge> present = new LinkedHashSet<>();
  private final List<Edge> edges = new ArrayList<>();
  private Connection connection;
  private Statement statement;
  private PreparedStatement insert;
  private PreparedStatement delete;
  private String query;

  @Setup(Level.Trial)
  public void open() throws SQLException {
    query = pattern.equals("wedges") ? WEDGES : TRIANGLES;
    connection = DriverManager.getConnection("jdbc:millrace:mem:");
    statement = connection.createStatement();
    statement.execute("CREATE TABLE edges (src INTEGER, dst INTEGER, PRIMARY KEY (src, dst))");
    statement.execute("CREATE INDEX edges_dst ON edges (dst, src)");
    statement.execute("SET rewrite = 'off'");
    insert = connection.prepareStatement("INSERT INTO edges VALUES (?, ?)");
    delete = connection.prepareStatement("DELETE FROM edges WHERE src = ? AND dst = ?");
    connection.setAutoCommit(false);
    while (edges.size() < EDGES) {
      add();
    }
    insert.executeBatch();
    connection.commit();
    statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW kept AS " + query);
  }

  @TearDown(Level.Trial)
  public void close() throws SQLException {
    long kept = count("SELECT * FROM kept");
    long counted = count(query);
    connection.close();
    if (kept != counted) {
      throw new IllegalStateException("the view says " + kept + ", its query " + counted);
    }
  }

  private void add() throws SQLException {
    Edge edge = new Edge(random.nextInt(VERTICES), random.nextInt(VERTICES));
    if (present.add(edge)) {
      edges.add(edge);
      add(insert, edge);
    }
  }

  private void removeAny() throws SQLException {
    int place = random.nextInt(edges.size());
    Edge edge = edges.set(place, edges.get(edges.size() - 1));
    edges.remove(edges.size() - 1);
    present.remove(edge);
    add(delete, edge);
  }

  private static void add(PreparedStatement batch, Edge edge) throws SQLException {
    batch.setInt(1, edge.src());
    batch.setInt(2, edge.dst());
    batch.addBatch();
  }

  private long count(String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** One commit, the view with it. */
  @Benchmark
  public void commitOf100Changes() throws SQLException {
    for (int i = 0; i < CHANGES; i++) {
      removeAny();
    }
    delete.executeBatch();
    for (int i = 0; i < CHANGES; i++) {
      add();
    }
    insert.executeBatch();
    connection.commit();
  }

  @Benchmark
  public long recompute() throws SQLException {
    return count(query);
  }
}
