package io.millrace.driver.jdbc;

import java.util.Locale;

/**
 * JDBC escapes that the SQL parser does not read itself: <code>{oj ...}</code>, <code>{escape '\'}
 * </code> and <code>{limit 10 offset 5}</code> lose their braces. <code>{d
 * '...'}</code>, <code>{t}</code>, <code>{ts}</code> and <code>{fn}</code> are part of the grammar
 * and stay as they are.
 *
 * <p>The translated text has the length of the given one, so positions in error messages hold.
 */
final class EscapeSyntax {
  private EscapeSyntax() {}

  static String translate(String sql) {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    char[] text = sql.toCharArray();
    // For each open brace whether it was blanked, as a stack of bits; 64 deep is enough for people.
    long blanked = 0;
    for (int i = 0; i < text.length; i++) {
      char c = text[i];
      if (c == '\'' || c == '"') {
        i = endOfQuoted(sql, i);
      } else if (sql.startsWith("--", i)) {
        i = endOfLine(sql, i);
      } else if (sql.startsWith("/*", i)) {
        i = endOfComment(sql, i);
      } else if (c == '{') {
        boolean blank = blank(sql, text, i);
        blanked = (blanked << 1) | (blank ? 1 : 0);
      } else if (c == '}') {
        if ((blanked & 1) != 0) {
          text[i] = ' ';
        }
        blanked >>>= 1;
      }
    }
    return new String(text);
  }

  private static boolean blank(String sql, char[] text, int brace) {
    int start = brace + 1;
    while (start < sql.length() && Character.isWhitespace(sql.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    switch (sql.substring(start, end).toLowerCase(Locale.ROOT)) {
      case "oj" -> {
        for (int i = brace; i < end; i++) {
          text[i] = ' ';
        }
        return true;
      }
      case "escape", "limit" -> {
        text[brace] = ' ';
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  private static int endOfQuoted(String sql, int from) {
    int end = sql.indexOf(sql.charAt(from), from + 1);
    return end < 0 ? sql.length() : end;
  }

  private static int endOfLine(String sql, int from) {
    int end = sql.indexOf('\n', from);
    return end < 0 ? sql.length() : end;
  }

  private static int endOfComment(String sql, int from) {
    int end = sql.indexOf("*/", from + 2);
    return end < 0 ? sql.length() : end + 1;
  }
}
