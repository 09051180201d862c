package io.millrace.driver.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pairs that Calcite answers and Millrace rightly does not, from {@code opinions.txt}: for each
 * a line {@code WRONG kind: name}, or {@code VOLATILE kind: name} if no rows can show it; then
 * perhaps statements that make rows with which the answers differ, each ended by a semicolon.
 */
record KnownErrors(Map<String, Known> pairs) {
  /**
   * One of them.
   *
   * @param rows statements that make more rows
   */
  record Known(boolean isVolatile, List<String> rows) {}

  static KnownErrors read() {
    Map<String, Known> pairs = new LinkedHashMap<>();
    List<String> rows = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : RewritePairs.lines("opinions.txt")) {
      if (line.startsWith("WRONG ") || line.startsWith("VOLATILE ")) {
        int space = line.indexOf(' ');
        rows = new ArrayList<>();
        pairs.put(line.substring(space + 1), new Known(line.startsWith("VOLATILE "), rows));
      } else {
        statement.append(line).append('\n');
        if (line.endsWith(";")) {
          rows.add(statement.substring(0, statement.length() - 2));
          statement.setLength(0);
        }
      }
    }
    return new KnownErrors(pairs);
  }
}
