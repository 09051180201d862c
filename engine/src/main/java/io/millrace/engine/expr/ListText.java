package io.millrace.engine.expr;

import io.millrace.engine.error.RowErrors;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.StringJoiner;

/**
 * Lists as text: {@code [1, NULL]} an ARRAY, {@code (1, abc)} a ROW. Text in them is put between
 * double quotes, with a backslash before quotes and backslashes, where it could be read otherwise:
 * if it is empty, is the word NULL, has blanks at an end, or has one of {@code , " \\ [ ] ( )}.
 */
final class ListText {
  private static final String SPECIAL = ",\"\\[]()";

  private ListText() {}

  /**
   * @throws io.millrace.engine.error.DatabaseException 54000 if the text is longer than a row
   */
  static String of(ColumnType type, List<?> cells) {
    StringBuilder text = new StringBuilder();
    append(type, cells, text);
    return text.toString();
  }

  private static void append(ColumnType type, List<?> cells, StringBuilder text) {
    boolean isRow = type.type() == CellType.ROW;
    text.append(isRow ? '(' : '[');
    for (int i = 0; i < cells.size(); i++) {
      if (i > 0) {
        text.append(", ");
      }
      ColumnType part = type.parts().get(isRow ? i : 0);
      Object cell = cells.get(i);
      if (cell == null) {
        text.append("NULL");
      } else if (cell instanceof List<?> list) {
        append(part, list, text);
      } else {
        String plain = CellText.of(part, cell);
        text.append(Types.isText(part.type()) ? quoted(plain) : plain);
      }
      if (text.length() > RowType.MAX_ROW_BYTES) {
        throw RowErrors.of(new RowException("54000", "the text of a list is longer than a row"));
      }
    }
    text.append(isRow ? ')' : ']');
  }

  private static String quoted(String text) {
    boolean ambiguous =
        text.isEmpty()
            || text.equalsIgnoreCase("NULL")
            || !text.strip().equals(text)
            || text.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    return ambiguous ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"" : text;
  }

  /** The list as an SQL expression. */
  static String quote(ColumnType type, List<?> cells) {
    boolean isRow = type.type() == CellType.ROW;
    StringJoiner text = new StringJoiner(", ", isRow ? "ROW(" : "ARRAY[", isRow ? ")" : "]");
    for (int i = 0; i < cells.size(); i++) {
      text.add(CellText.quote(type.parts().get(isRow ? i : 0), cells.get(i)));
    }
    return text.toString();
  }
}
