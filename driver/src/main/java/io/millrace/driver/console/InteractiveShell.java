package io.millrace.driver.console;

import io.millrace.driver.console.DotCommands.Outcome;
import io.millrace.driver.jdbc.MillraceDriver;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * Statements from a person at a terminal: line editing, history, Ctrl-C to drop a half-written
 * statement or to cancel a running one, Ctrl-D to leave.
 */
final class InteractiveShell {
  private static final String PROMPT = "millrace> ";
  private static final String MORE_PROMPT = "    ...> ";

  private final StatementRunner runner;
  private final String url;

  InteractiveShell(StatementRunner runner, String url) {
    this.runner = runner;
    this.url = url;
  }

  void run() throws IOException {
    runner.setTiming(true);
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> runner.cancel());
      PrintStream out = runner.terminal().out();
      out.println("Millrace " + MillraceDriver.version() + ", " + where() + ". Try .help");
      out.flush();
      loop(reader(terminal));
    }
  }

  private String where() {
    return url.equals(Arguments.PRIVATE_MEMORY)
        ? "a database in memory that ends with this session"
        : url;
  }

  private static LineReader reader(Terminal terminal) {
    DefaultParser parser = new DefaultParser();
    // A backslash and a quote are SQL's affair; whether a statement is complete is the splitter's.
    parser.setEscapeChars(new char[0]);
    parser.setQuoteChars(new char[0]);
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .parser(parser)
        .variable(
            LineReader.HISTORY_FILE,
            Path.of(System.getProperty("user.home", "."), ".millrace_history"))
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .option(LineReader.Option.HISTORY_IGNORE_SPACE, false)
        .build();
  }

  private void loop(LineReader reader) {
    StatementSplitter splitter = new StatementSplitter();
    DotCommands commands = new DotCommands(runner);
    while (true) {
      try {
        String line = reader.readLine(splitter.isPending() ? MORE_PROMPT : PROMPT);
        if (splitter.isPending() || !DotCommands.isCommand(line)) {
          // One statement that fails does not keep the others of a line from running.
          splitter.add(line).forEach(runner::run);
        } else if (commands.run(line) == Outcome.QUIT) {
          return;
        }
      } catch (UserInterruptException e) {
        splitter.clear();
      } catch (EndOfFileException e) {
        return;
      }
    }
  }
}
