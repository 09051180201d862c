package io.millrace.driver.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Views and queries that they must or must not answer, from a text: statements that make the data,
 * each ended by a semicolon; then {@code VIEW} with a query, and a line for each of its queries,
 * {@code + name: query} or {@code - name: query}.
 */
record RewritePairs(List<String> setup, List<Pair> pairs) {
  /** A view's query, and a query that it answers or not. */
  record Pair(String name, String view, String query, boolean isAnswered) {
    @Override
    public String toString() {
      return (isAnswered ? "+ " : "- ") + name;
    }
  }

  /** The pairs of a resource beside this class. */
  static RewritePairs read(String resource) {
    try (InputStream in = RewritePairs.class.getResourceAsStream(resource)) {
      String text =
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
      return parse(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RewritePairs parse(String text) {
    List<String> setup = new ArrayList<>();
    List<Pair> pairs = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    String view = "";
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("--") || line.isBlank()) {
        continue;
      }
      if (line.startsWith("VIEW ")) {
        view = line.substring("VIEW ".length());
      } else if (line.startsWith("+ ") || line.startsWith("- ")) {
        int colon = line.indexOf(": ");
        pairs.add(
            new Pair(
                line.substring(2, colon), view, line.substring(colon + 2), line.charAt(0) == '+'));
      } else {
        statement.append(line).append('\n');
        if (line.endsWith(";")) {
          setup.add(statement.substring(0, statement.length() - 2));
          statement.setLength(0);
        }
      }
    }
    return new RewritePairs(setup, pairs);
  }
}
