package io.millrace.driver.console;

import io.millrace.driver.console.Arguments.Script;
import io.millrace.driver.console.DotCommands.Outcome;
import io.millrace.driver.jdbc.MillraceDriver;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/** What {@code java -jar millrace.jar} runs; {@code --help} says what it takes. */
public final class Main {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Main() {}

  /** Runs the command line and ends the process with its status. */
  public static void main(String[] args) {
    Charset charset = Charset.defaultCharset();
    // System.out forces every line out, which a result of a million rows would feel.
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
            false,
            charset);
    boolean isInteractive = isInteractive();
    Terminal terminal = new Terminal(out, System.err, isInteractive);
    int status = run(List.of(args), isInteractive, System.in, terminal);
    out.flush();
    System.exit(status);
  }

  // The warning is about JDK 22 and later, which the question below covers.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isInteractive() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Since JDK 22 there is a console without a terminal, too.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  static int run(List<String> args, boolean isInteractive, InputStream in, Terminal terminal) {
    Arguments arguments;
    try {
      arguments = Arguments.parse(args);
    } catch (IllegalArgumentException e) {
      terminal.err().println(e.getMessage() + ".");
      terminal.err().print(Arguments.USAGE);
      return WRONG_USAGE;
    }
    try {
      boolean isFine =
          switch (arguments.mode()) {
            case HELP -> say(terminal, Arguments.USAGE);
            case VERSION -> say(terminal, "Millrace " + MillraceDriver.version() + "\n");
            case TOUR -> new Tour(terminal, arguments.format()).run();
            case RUN -> run(arguments, isInteractive, in, terminal);
          };
      return isFine ? 0 : FAILED;
    } catch (SQLException e) {
      new ErrorPrinter(terminal.err()).print(e, "");
    } catch (IOException e) {
      terminal.err().println("Cannot read or write: " + e.getMessage());
    }
    return FAILED;
  }

  private static boolean say(Terminal terminal, String text) {
    terminal.out().print(text);
    terminal.flush();
    return true;
  }

  /** A connection by our own driver: the driver manager would load those of others first. */
  static Connection connect(String url) throws SQLException {
    Connection connection = new MillraceDriver().connect(url, new Properties());
    if (connection == null) {
      throw new SQLException(
          "Cannot connect to " + url + ": it does not begin with jdbc:millrace:.", "08001");
    }
    return connection;
  }

  private static boolean run(
      Arguments arguments, boolean isInteractive, InputStream in, Terminal terminal)
      throws SQLException, IOException {
    try (Connection connection = connect(arguments.url())) {
      StatementRunner runner = new StatementRunner(connection, terminal, arguments.format());
      if (!arguments.scripts().isEmpty()) {
        return runScripts(runner, arguments.scripts());
      }
      if (isInteractive) {
        // Named here and nowhere else: JLine's classes load only for a terminal.
        new InteractiveShell(runner, arguments.url()).run();
        return true;
      }
      return runLines(
          runner, new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())));
    }
  }

  private static boolean runScripts(StatementRunner runner, List<Script> scripts)
      throws IOException {
    for (Script script : scripts) {
      boolean isFine;
      if (script.isFile()) {
        try (BufferedReader lines =
            Files.newBufferedReader(Path.of(script.text()), StandardCharsets.UTF_8)) {
          isFine = runLines(runner, lines);
        }
      } else {
        isFine = runner.runAll(StatementSplitter.split(script.text()));
      }
      if (!isFine) {
        return false;
      }
    }
    return true;
  }

  /** Statements and commands line by line, up to the first that fails. */
  private static boolean runLines(StatementRunner runner, BufferedReader lines) throws IOException {
    StatementSplitter splitter = new StatementSplitter();
    DotCommands commands = new DotCommands(runner);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!splitter.isPending() && DotCommands.isCommand(line)) {
        splitter.clear();
        Outcome outcome = commands.run(line);
        if (outcome != Outcome.DONE) {
          return outcome == Outcome.QUIT;
        }
      } else if (!runner.runAll(splitter.add(line))) {
        return false;
      }
    }
    return runner.runAll(splitter.end());
  }
}
