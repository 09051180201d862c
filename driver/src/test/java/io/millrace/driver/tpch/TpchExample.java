package io.millrace.driver.tpch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Loads TPC-H into a file database, keeps four of its queries as incremental views, runs refresh
 * transactions and compares each view with its query, before and after reopening.
 *
 * <p>{@code TpchExample FOLDER [SCALE [TRANSACTIONS]]}; the scale is 0.01 unless given. A folder
 * that is a database already is taken up where it was left.
 */
public final class TpchExample {
  private TpchExample() {}

  public static void main(String[] args) throws SQLException {
    Path folder = Path.of(args[0]);
    double scale = args.length > 1 ? Double.parseDouble(args[1]) : 0.01;
    int transactions = args.length > 2 ? Integer.parseInt(args[2]) : 200;
    String url = "jdbc:millrace:file:" + folder;
    boolean isNew = Files.notExists(folder);
    try (Connection connection = DriverManager.getConnection(url)) {
      if (isNew) {
        TpchTables.create(connection);
        TpchTables.load(connection, scale, TpchExample::say);
        createViews(connection);
      }
      refresh(connection, scale, transactions);
      report("views", TpchViews.differing(connection, TpchViews.QUERIES));
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      report("views after reopening", TpchViews.differing(connection, TpchViews.QUERIES));
    }
  }

  private static void createViews(Connection connection) throws SQLException {
    for (Map.Entry<String, String> view : TpchViews.QUERIES.entrySet()) {
      long start = System.nanoTime();
      TpchViews.create(connection, view.getKey(), view.getValue());
      say("view " + view.getKey() + ": filled in " + millis(System.nanoTime() - start));
    }
  }

  private static void refresh(Connection connection, double scale, int transactions)
      throws SQLException {
    TpchRefresh refresh = new TpchRefresh(connection, scale);
    long[] nanos = new long[transactions];
    for (int i = 0; i < transactions; i++) {
      nanos[i] = refresh.run();
      say("transaction " + (i + 1));
    }
    Arrays.sort(nanos);
    say(
        transactions
            + " transactions: median "
            + millis(nanos[transactions / 2])
            + ", 95 % under "
            + millis(nanos[transactions * 95 / 100]));
  }

  private static void report(String what, List<String> differing) {
    say(what + (differing.isEmpty() ? ": all equal their queries" : " differ: " + differing));
    if (!differing.isEmpty()) {
      throw new IllegalStateException("views differ: " + differing);
    }
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
