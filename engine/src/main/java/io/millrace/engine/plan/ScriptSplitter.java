package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;

/** Cuts a script at the semicolons that end statements: not those in quotes or comments. */
final class ScriptSplitter {
  private final String script;
  private final List<String> statements = new ArrayList<>();
  private int position;

  private ScriptSplitter(String script) {
    this.script = script;
  }

  /** The statements in order, without their semicolons; comments alone are no statement. */
  static List<String> split(String script) {
    return new ScriptSplitter(script).run();
  }

  private List<String> run() {
    int start = 0;
    boolean hasText = false;
    while (position < script.length()) {
      char c = script.charAt(position);
      if (c == ';') {
        add(start, position, hasText);
        position++;
        start = position;
        hasText = false;
      } else if (!skipComment()) {
        hasText |= skipText(c);
      }
    }
    add(start, script.length(), hasText);
    return statements;
  }

  private void add(int start, int end, boolean hasText) {
    if (hasText) {
      statements.add(script.substring(start, end).strip());
    }
  }

  private boolean skipComment() {
    if (script.startsWith("--", position) || script.startsWith("//", position)) {
      int end = script.indexOf('\n', position);
      position = end < 0 ? script.length() : end + 1;
      return true;
    }
    if (script.startsWith("/*", position)) {
      int end = script.indexOf("*/", position + 2);
      position = end < 0 ? script.length() : end + 2;
      return true;
    }
    return false;
  }

  /** Passes a quoted text or a character, and returns whether it was more than white space. */
  private boolean skipText(char c) {
    if (c == '\'' || c == '"') {
      skipQuoted(c);
      return true;
    }
    position++;
    return !Character.isWhitespace(c);
  }

  /** A doubled quote inside is two quotes, which comes to the same. */
  private void skipQuoted(char quote) {
    int end = script.indexOf(quote, position + 1);
    position = end < 0 ? script.length() : end + 1;
  }
}
