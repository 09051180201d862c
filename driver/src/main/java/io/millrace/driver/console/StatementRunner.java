package io.millrace.driver.console;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs statements and commands, and prints what they answer. One thread, but for cancelling. */
final class StatementRunner {
  private final Connection connection;
  private final Terminal terminal;
  private final ResultPrinter results;
  private final ErrorPrinter errors;
  private final ErrorPrinter warnings;
  private OutputFormat format;
  private boolean hasTiming;
  private volatile @Nullable Statement running;

  StatementRunner(Connection connection, Terminal terminal, OutputFormat format) {
    this.connection = connection;
    this.terminal = terminal;
    this.format = format;
    this.results = new ResultPrinter(terminal.out());
    this.errors = new ErrorPrinter(terminal.err());
    this.warnings = errors;
  }

  Connection connection() {
    return connection;
  }

  Terminal terminal() {
    return terminal;
  }

  void setFormat(OutputFormat format) {
    this.format = format;
  }

  void setTiming(boolean on) {
    hasTiming = on;
  }

  /** Runs statements up to the first that fails; false if one failed. */
  boolean runAll(List<String> statements) {
    for (String statement : statements) {
      if (!run(statement)) {
        return false;
      }
    }
    return true;
  }

  boolean run(String sql) {
    try {
      execute(sql);
      return true;
    } catch (SQLException e) {
      terminal.out().flush();
      errors.print(e, sql);
      return false;
    } finally {
      terminal.flush();
    }
  }

  /** Runs one statement and prints its answer. */
  void execute(String sql) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ProgressLine progress = ProgressLine.watch(terminal, connection)) {
      running = statement;
      boolean hasRows = statement.execute(sql);
      if (hasRows) {
        printRows(statement, start, progress);
      } else {
        progress.end();
        printCount(sql, statement.getLargeUpdateCount(), start);
      }
      warnings.print(statement.getWarnings());
    } finally {
      running = null;
    }
  }

  private void printRows(Statement statement, long start, ProgressLine progress)
      throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      print(rows, start, progress::end);
    }
  }

  void print(ResultSet rows, long start) throws SQLException {
    print(rows, start, () -> {});
  }

  private void print(ResultSet rows, long start, Runnable beforePrinting) throws SQLException {
    long count = results.print(rows, format, beforePrinting);
    if (format == OutputFormat.TABLE) {
      terminal.out().println(count + (count == 1 ? " row" : " rows") + time(start));
    }
  }

  private void printCount(String sql, long count, long start) {
    if (format == OutputFormat.TABLE) {
      String answer =
          changesRows(sql) ? count + (count == 1 ? " row" : " rows") + " changed" : "OK";
      terminal.out().println(answer + time(start));
    }
  }

  private static boolean changesRows(String sql) {
    for (String line : sql.lines().toList()) {
      String text = line.strip().toUpperCase(Locale.ROOT);
      if (!text.isEmpty() && !text.startsWith("--")) {
        return text.matches("(INSERT|UPDATE|DELETE|MERGE|UPSERT)\\b.*");
      }
    }
    return false;
  }

  private String time(long start) {
    return hasTiming
        ? String.format(Locale.ROOT, " (%.3f s)", (System.nanoTime() - start) / 1e9)
        : "";
  }

  /** Ends the running statement, from the thread that hears Ctrl-C. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        // It ended in the meantime, which is what was asked for.
        running = null;
      }
    }
  }
}
