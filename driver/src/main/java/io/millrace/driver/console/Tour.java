package io.millrace.driver.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Runs the bundled script in a database of its own and prints each statement with its real output.
 *
 * <p>Comment lines of the script are what the reader reads. {@code -- expect error} before a
 * statement says that it is refused; a refusal that does not come fails the tour, as an error that
 * is not expected does.
 */
final class Tour {
  private static final String EXPECT_ERROR = "-- expect error";

  private final Terminal terminal;
  private final OutputFormat format;

  Tour(Terminal terminal, OutputFormat format) {
    this.terminal = terminal;
    this.format = format;
  }

  /** Whether everything went as the script says. */
  boolean run() throws SQLException, IOException {
    long start = System.nanoTime();
    Path folder = Files.createTempDirectory("millrace-tour");
    try {
      boolean isFine;
      try (Connection connection = Main.connect("jdbc:millrace:file:" + folder.resolve("db"))) {
        isFine = run(new StatementRunner(connection, terminal, format));
      }
      if (isFine) {
        double seconds = (System.nanoTime() - start) / 1e9;
        terminal.out().printf(Locale.ROOT, "%nThe tour took %.1f s.%n", seconds);
      }
      return isFine;
    } finally {
      delete(folder);
      terminal.flush();
    }
  }

  private boolean run(StatementRunner runner) throws IOException {
    for (String statement : StatementSplitter.split(script())) {
      boolean expectsError = statement.contains(EXPECT_ERROR);
      show(statement);
      String sql = withoutComments(statement);
      if (!run(runner, sql, expectsError)) {
        return false;
      }
    }
    return true;
  }

  private boolean run(StatementRunner runner, String sql, boolean expectsError) {
    try {
      runner.execute(sql);
      if (expectsError) {
        terminal.err().println("The tour expected an error here, and there was none.");
      }
      return !expectsError;
    } catch (SQLException e) {
      PrintStream out = expectsError ? terminal.out() : terminal.err();
      new ErrorPrinter(out).print(e, sql);
      return expectsError;
    } finally {
      terminal.flush();
    }
  }

  private void show(String statement) {
    PrintStream out = terminal.out();
    out.println();
    boolean inSql = false;
    for (String line : (statement + ";").lines().toList()) {
      if (line.startsWith("--") && !inSql) {
        if (!line.startsWith(EXPECT_ERROR)) {
          out.println(line);
        }
      } else if (inSql || !line.isBlank()) {
        out.println((inSql ? "    ...> " : "millrace> ") + line);
        inSql = true;
      }
    }
  }

  private static String withoutComments(String statement) {
    List<String> lines =
        statement.lines().dropWhile(line -> line.isBlank() || line.startsWith("--")).toList();
    return String.join("\n", lines);
  }

  private static String script() throws IOException {
    try (InputStream stream = Tour.class.getResourceAsStream("tour.sql")) {
      if (stream == null) {
        throw new AssertionError("tour.sql is not in the jar");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(Tour::deleteOne);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void deleteOne(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
