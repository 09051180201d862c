package io.millrace.driver.console;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts lines of text into statements at semicolons outside quotes and comments. A statement keeps
 * the comments before it, so positions in error messages are positions in its text.
 *
 * <p>One thread at a time.
 */
final class StatementSplitter {
  private enum State {
    TEXT,
    QUOTED,
    NAME,
    COMMENT
  }

  private final StringBuilder pending = new StringBuilder();
  private State state = State.TEXT;
  private boolean hasCode;

  /** The statements that this line completes. */
  List<String> add(String line) {
    List<String> complete = new ArrayList<>();
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      boolean isPair = i + 1 < line.length();
      char next = isPair ? line.charAt(i + 1) : '\0';
      if (state == State.TEXT && c == '-' && next == '-') {
        pending.append(line, i, line.length());
        break;
      }
      if (state == State.TEXT && c == ';') {
        finish(complete);
      } else {
        int length = step(c, next);
        pending.append(line, i, i + length);
        i += length - 1;
      }
      i++;
    }
    if (!pending.isEmpty()) {
      pending.append('\n');
    }
    return complete;
  }

  /** Takes one or two characters and says how many. */
  private int step(char c, char next) {
    switch (state) {
      case TEXT -> {
        if (c == '/' && next == '*') {
          state = State.COMMENT;
          return 2;
        }
        if (c == '\'') {
          state = State.QUOTED;
        } else if (c == '"') {
          state = State.NAME;
        }
        hasCode |= !Character.isWhitespace(c);
      }
      case QUOTED -> state = c == '\'' ? State.TEXT : state;
      case NAME -> state = c == '"' ? State.TEXT : state;
      case COMMENT -> {
        if (c == '*' && next == '/') {
          state = State.TEXT;
          return 2;
        }
      }
    }
    return 1;
  }

  private void finish(List<String> complete) {
    if (hasCode) {
      complete.add(pending.toString().strip());
    }
    clear();
  }

  /** Whether a statement has begun and waits for its semicolon. */
  boolean isPending() {
    return hasCode || state != State.TEXT;
  }

  /** The last statement, which needs no semicolon at the end of the input. */
  List<String> end() {
    List<String> complete = new ArrayList<>();
    finish(complete);
    return complete;
  }

  void clear() {
    pending.setLength(0);
    state = State.TEXT;
    hasCode = false;
  }

  static List<String> split(String text) {
    StatementSplitter splitter = new StatementSplitter();
    List<String> statements = new ArrayList<>();
    text.lines().forEach(line -> statements.addAll(splitter.add(line)));
    statements.addAll(splitter.end());
    return statements;
  }
}
