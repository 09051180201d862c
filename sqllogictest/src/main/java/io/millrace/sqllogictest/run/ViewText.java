package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import java.util.Locale;
import java.util.StringJoiner;

/** Makes the definition of an incremental view from a query. */
final class ViewText {
  private ViewText() {}

  /** The statement that creates a view with columns c1, c2, … */
  static String create(String view, Query query) {
    StringJoiner columns = new StringJoiner(", ", " (", ")");
    for (int column = 1; column <= query.types().length(); column++) {
      columns.add("c" + column);
    }
    return "CREATE INCREMENTAL MATERIALIZED VIEW "
        + view
        + columns
        + " AS "
        + withoutOrder(query.sql());
  }

  /**
   * A query without the ORDER BY at its end, which no view has; one with LIMIT, OFFSET or FETCH
   * behind it chooses rows and stays.
   */
  static String withoutOrder(String sql) {
    String upper = sql.toUpperCase(Locale.ROOT);
    int order = -1;
    int depth = 0;
    for (int i = 0; i < sql.length(); i++) {
      char letter = sql.charAt(i);
      if (letter == '\'' || letter == '"') {
        i = Math.max(i, sql.indexOf(letter, i + 1));
      } else if (letter == '(' || letter == ')') {
        depth += letter == '(' ? 1 : -1;
      } else if (depth == 0 && isWord(upper, i, "ORDER")) {
        order = i;
      } else if (depth == 0
          && (isWord(upper, i, "LIMIT")
              || isWord(upper, i, "OFFSET")
              || isWord(upper, i, "FETCH"))) {
        return sql;
      }
    }
    return order < 0 ? sql : sql.substring(0, order).stripTrailing();
  }

  private static boolean isWord(String text, int at, String word) {
    int end = at + word.length();
    return text.startsWith(word, at)
        && (at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1)))
        && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
  }
}
