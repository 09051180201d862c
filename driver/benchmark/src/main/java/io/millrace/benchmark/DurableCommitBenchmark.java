package io.millrace.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * The commit of one row, with a view that follows, against one bare force of the same disk: the
 * peer that no durable commit can beat. Compare the medians (p0.50).
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 4, time = 3)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
public class DurableCommitBenchmark {
  private static final int PREALLOCATED_BYTES = 16 << 20;
  private static final int RECORD_BYTES = 128;

  private Path folder = Path.of("");
  private FileChannel file;
  private Connection connection;
  private PreparedStatement update;
  private long position;
  private int next;

  @Setup(Level.Trial)
  public void open() throws IOException, SQLException {
    folder = Files.createTempDirectory(Path.of("."), "durable-commit");
    file =
        FileChannel.open(
            folder.resolve("bare"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    file.write(ByteBuffer.allocate(PREALLOCATED_BYTES));
    file.force(true);
    connection = DriverManager.getConnection("jdbc:millrace:file:" + folder.resolve("db"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, n INTEGER)");
      statement.execute(
          "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT g, SUM(n) AS s FROM t GROUP BY g");
      for (int i = 0; i < 10_000; i++) {
        statement.addBatch("INSERT INTO t VALUES (" + i + ", " + i % 100 + ", 0)");
      }
      connection.setAutoCommit(false);
      statement.executeBatch();
      connection.setAutoCommit(true);
    }
    update = connection.prepareStatement("UPDATE t SET n = n + 1 WHERE id = ?");
  }

  @TearDown(Level.Trial)
  public void close() throws IOException, SQLException {
    connection.close();
    file.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(DurableCommitBenchmark::delete);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Benchmark
  public void bareForce() throws IOException {
    file.write(ByteBuffer.allocate(RECORD_BYTES), position);
    file.force(false);
    position = (position + RECORD_BYTES) % (PREALLOCATED_BYTES - RECORD_BYTES);
  }

  @Benchmark
  public int oneRowCommit() throws SQLException {
    update.setInt(1, next++ % 10_000);
    return update.executeUpdate();
  }
}
