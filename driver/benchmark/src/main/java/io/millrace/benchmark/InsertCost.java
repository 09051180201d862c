package io.millrace.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one view adds to inserts: durable commits of one row, and of batches of 1,000 rows, into two
 * databases on file that differ in the view alone, round by round in turns, so that both meet the
 * same machine.
 *
 * <p>Arguments: {@code single=N} and {@code batches=N}, the measured commits of each (2,000 and
 * 300), and {@code folder=PATH} for the databases, a new temporary folder unless given.
 */
public final class InsertCost {
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private static final String TABLE = "CREATE TABLE t (c1 INTEGER, c2 INTEGER, c3 INTEGER)";
  private static final int BATCH = 1_000;
  private static final int GROUPS = 1_000;

  /** A view by its name in the report. */
  private record Kind(String name, String query) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("filter", "SELECT c1, c2, c3 FROM t WHERE c1 = 2"),
          new Kind("groups", "SELECT c2, COUNT(*) AS n, SUM(c3) AS s FROM t GROUP BY c2"));

  private InsertCost() {}

  /** Runs the experiment and prints its table. */
  public static void main(String[] args) throws SQLException, IOException {
    int single = 2_000;
    int batches = 300;
    Path folder = null;
    for (String arg : args) {
      if (arg.startsWith("single=")) {
        single = Integer.parseInt(arg.substring("single=".length()));
      } else if (arg.startsWith("batches=")) {
        batches = Integer.parseInt(arg.substring("batches=".length()));
      } else if (arg.startsWith("folder=")) {
        folder = Files.createDirectories(Path.of(arg.substring("folder=".length())));
      } else {
        throw new IllegalArgumentException("single=N, batches=N or folder=PATH, not " + arg);
      }
    }
    Path root = folder == null ? Files.createTempDirectory("millrace") : folder;
    for (Kind kind : KINDS) {
      compare(kind, 1, single, root);
      compare(kind, BATCH, batches, root);
    }
    if (folder == null) {
      delete(root);
    }
  }

  private static void compare(Kind kind, int rows, int commits, Path root)
      throws SQLException, IOException {
    Path plainFolder = Files.createTempDirectory(root, "plain");
    Path viewFolder = Files.createTempDirectory(root, "view");
    double[] plainTimes = new double[commits];
    double[] viewTimes = new double[commits];
    try (Connection plain = DriverManager.getConnection("jdbc:millrace:file:" + plainFolder);
        Connection viewed = DriverManager.getConnection("jdbc:millrace:file:" + viewFolder);
        PreparedStatement intoPlain = prepared(plain, null);
        PreparedStatement intoViewed = prepared(viewed, kind.query())) {
      int next = 0;
      for (int commit = -commits; commit < commits; commit++) {
        double plainTime = commit(plain, intoPlain, next, rows);
        double viewTime = commit(viewed, intoViewed, next, rows);
        if (commit >= 0) { // the first half warms up
          plainTimes[commit] = plainTime;
          viewTimes[commit] = viewTime;
        }
        next += rows;
      }
    }
    double plainMedian = median(plainTimes);
    double viewMedian = median(viewTimes);
    OUT.println(
        String.format(
            Locale.ROOT,
            "%-7s %,5d rows a commit: %8.3f ms without, %8.3f ms with the view, ratio %.2f",
            kind.name(),
            rows,
            plainMedian,
            viewMedian,
            viewMedian / plainMedian));
    delete(plainFolder);
    delete(viewFolder);
  }

  private static PreparedStatement prepared(Connection connection, @Nullable String view)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      if (view != null) {
        statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW v AS " + view);
      }
    }
    connection.setAutoCommit(false);
    return connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)");
  }

  /** Milliseconds of one commit with its inserts. */
  private static double commit(Connection connection, PreparedStatement insert, int from, int rows)
      throws SQLException {
    long start = System.nanoTime();
    for (int row = from; row < from + rows; row++) {
      insert.setInt(1, row);
      insert.setInt(2, row % GROUPS);
      insert.setInt(3, row % 7);
      insert.addBatch();
    }
    insert.executeBatch();
    connection.commit();
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(double[] times) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(all::add);
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
