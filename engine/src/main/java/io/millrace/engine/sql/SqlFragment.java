package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A query or an expression with the exact extent of its text. A node's own position is no measure
 * of it: it leaves out parentheses, and ORDER BY has only that of its last word.
 *
 * <p>Immutable, as long as nobody changes the node.
 */
public record SqlFragment(SqlNode node, SqlParserPos position) {
  /** The fragment as it was written in {@code sql}, the text that it was parsed from. */
  public String text(String sql) {
    return text(sql, position);
  }

  static String text(String sql, SqlParserPos position) {
    int start = offset(sql, position.getLineNum(), position.getColumnNum());
    int end = offset(sql, position.getEndLineNum(), position.getEndColumnNum());
    return sql.substring(start, end + 1);
  }

  /** Lines end as they do for the lexer: with CR, LF, or CR LF. */
  private static int offset(String sql, int line, int column) {
    int at = 0;
    for (int current = 1; current < line; at++) {
      char c = sql.charAt(at);
      if (c == '\n' || (c == '\r' && (at + 1 == sql.length() || sql.charAt(at + 1) != '\n'))) {
        current++;
      }
    }
    return at + column - 1;
  }
}
