package io.millrace.driver.tpch;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All 22 queries of TPC-H as incremental views of a file database: each alone, its durable
 * transactions of about 100 rows against running its query anew, and then all together. After the
 * transactions every view is compared with its query.
 *
 * <p>{@code TpchSweep FOLDER [SCALE [TRANSACTIONS [TRANSACTIONS_TOGETHER]]]}, with 0.01, 20 and 100
 * unless given. The folder must not exist.
 */
public final class TpchSweep {
  private final Connection connection;
  private final TpchRefresh refresh;

  private TpchSweep(Connection connection, TpchRefresh refresh) {
    this.connection = connection;
    this.refresh = refresh;
  }

  public static void main(String[] args) throws SQLException {
    Path folder = Path.of(args[0]);
    double scale = args.length > 1 ? Double.parseDouble(args[1]) : 0.01;
    int transactions = args.length > 2 ? Integer.parseInt(args[2]) : 20;
    int together = args.length > 3 ? Integer.parseInt(args[3]) : 100;
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:file:" + folder)) {
      TpchTables.create(connection);
      TpchTables.load(connection, scale, TpchSweep::say);
      TpchSweep sweep = new TpchSweep(connection, new TpchRefresh(connection, scale));
      say(row("view", "fill", "transaction", "recompute", "ratio"));
      for (Map.Entry<String, String> query : TpchQueries.ALL.entrySet()) {
        sweep.alone(query.getKey(), query.getValue(), transactions);
      }
      sweep.together(together);
    }
  }

  private void alone(String name, String query, int transactions) throws SQLException {
    double fill = create(name, query);
    double transaction = transactions(transactions);
    requireEqual(Map.of(name, query));
    double recompute = recompute(query);
    String ratio = String.format(Locale.ROOT, "%.1f", recompute / transaction);
    say(row(name, millis(fill), millis(transaction), millis(recompute), ratio));
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP MATERIALIZED VIEW " + name);
    }
  }

  private void together(int transactions) throws SQLException {
    for (Map.Entry<String, String> query : TpchQueries.ALL.entrySet()) {
      create(query.getKey(), query.getValue());
    }
    say("all together: " + millis(transactions(transactions)) + " per transaction");
    requireEqual(TpchQueries.ALL);
    say("all equal their queries");
  }

  private double create(String name, String query) throws SQLException {
    long start = System.nanoTime();
    TpchViews.create(connection, name, query);
    return (System.nanoTime() - start) / 1e6;
  }

  /** The median milliseconds of some transactions. */
  private double transactions(int count) throws SQLException {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      nanos[i] = refresh.run();
    }
    return median(nanos);
  }

  private double recompute(String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET rewrite = 'off'");
      long[] nanos = new long[5];
      for (int i = 0; i < nanos.length; i++) {
        long start = System.nanoTime();
        TpchViews.rows(statement, query);
        nanos[i] = System.nanoTime() - start;
      }
      return median(nanos);
    }
  }

  private static double median(long[] nanos) {
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1e6;
  }

  private void requireEqual(Map<String, String> views) throws SQLException {
    List<String> differing = TpchViews.differing(connection, views);
    if (!differing.isEmpty()) {
      throw new IllegalStateException("views differ from their queries: " + differing);
    }
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, "%.2f ms", millis);
  }

  private static String row(String... cells) {
    StringBuilder line = new StringBuilder(cells[0]);
    for (int i = 1; i < cells.length; i++) {
      line.append(String.format(Locale.ROOT, "%14s", cells[i]));
    }
    return line.toString();
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
