package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays joined to a text, and texts split into an array. */
final class ListTexts {
  private ListTexts() {}

  /** NULL elements are left out unless a third argument says what stands for them. */
  static Evaluation bindJoin(List<Expr> arguments) {
    ColumnType element = ListFunctions.arrayType(arguments, 0).element();
    Expr array = arguments.get(0);
    Expr separator = Arguments.text(arguments.get(1));
    @Nullable Expr forNull = arguments.size() == 3 ? Arguments.text(arguments.get(2)) : null;
    return frame -> {
      Object cells = array.evaluate(frame);
      Object between = separator.evaluate(frame);
      if (cells == null || between == null) {
        return null;
      }
      Object instead = forNull == null ? null : forNull.evaluate(frame);
      return join(element, (List<?>) cells, (String) between, (String) instead);
    };
  }

  private static String join(
      ColumnType element, List<?> cells, String separator, @Nullable String forNull) {
    StringBuilder text = new StringBuilder();
    boolean first = true;
    for (Object cell : cells) {
      String part = cell == null ? forNull : CellText.of(element, cell);
      if (part != null) {
        text.append(first ? "" : separator).append(part);
        TextFunctions.checkLength(text.length(), "ARRAY_TO_STRING");
        first = false;
      }
    }
    return text.toString();
  }

  /**
   * A NULL separator splits into characters; parts equal to a third argument become NULL. The empty
   * text has no parts.
   */
  static Evaluation bindSplit(List<Expr> arguments) {
    List<Expr> texts = Arguments.texts(arguments);
    return frame -> {
      Object text = texts.get(0).evaluate(frame);
      if (text == null) {
        return null;
      }
      Object separator = texts.get(1).evaluate(frame);
      Object forNull = texts.size() == 3 ? texts.get(2).evaluate(frame) : null;
      List<@Nullable Object> parts = new ArrayList<>();
      for (String part : split((String) text, (String) separator)) {
        parts.add(part.equals(forNull) ? null : part);
      }
      return ListFunctions.list(parts);
    };
  }

  private static List<String> split(String text, @Nullable String separator) {
    List<String> parts = new ArrayList<>();
    if (text.isEmpty()) {
      return parts;
    }
    if (separator == null) {
      text.codePoints().forEach(code -> parts.add(Character.toString(code)));
      return parts;
    }
    int from = 0;
    int at = separator.isEmpty() ? -1 : text.indexOf(separator);
    while (at >= 0) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
      at = text.indexOf(separator, from);
    }
    parts.add(text.substring(from));
    return parts;
  }
}
