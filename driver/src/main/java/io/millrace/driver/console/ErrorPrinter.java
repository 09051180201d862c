package io.millrace.driver.console;

import java.io.PrintStream;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prints an error with its SQLSTATE and, where it has a position, the line with a caret under it.
 */
final class ErrorPrinter {
  private static final Pattern POSITION = Pattern.compile("\\(line (\\d+), column (\\d+)\\)");

  private final PrintStream out;

  ErrorPrinter(PrintStream out) {
    this.out = out;
  }

  void print(SQLException error, String statement) {
    out.println(error.getSQLState() + ": " + error.getMessage());
    Matcher position = POSITION.matcher(String.valueOf(error.getMessage()));
    if (position.find()) {
      caret(
          statement.lines().toList(),
          Integer.parseInt(position.group(1)),
          Integer.parseInt(position.group(2)));
    }
  }

  private void caret(List<String> lines, int line, int column) {
    if (line < 1 || line > lines.size() || column < 1) {
      return;
    }
    // Tabs stay tabs, so that the caret stands where the terminal shows the character.
    String text = lines.get(line - 1);
    StringBuilder below = new StringBuilder();
    for (int i = 0; i < column - 1; i++) {
      below.append(i < text.length() && text.charAt(i) == '\t' ? '\t' : ' ');
    }
    out.println("  " + text);
    out.println("  " + below + "^");
  }

  void print(@Nullable SQLWarning first) {
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      out.println("Warning: " + warning.getMessage());
    }
  }
}
