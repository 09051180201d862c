package io.millrace.driver.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Views and queries that they must or must not answer, from a text: statements that make the data,
 * each ended by a semicolon; then {@code VIEW} with a query, perhaps {@code ALSO w} with that of a
 * second one, and a line for each query. {@code KIND} names what the pairs behind it are of, and
 * {@code OVER v, w} the views that answer them if that isn't {@code v}.
 */
record RewritePairs(List<String> setup, List<Pair> pairs) {
  /** Whether a view answers a query. */
  enum Answer {
    /** It must. */
    YES('+'),
    /** It must, together with the tables, from which the rows come that it lacks. */
    PARTLY('&'),
    /** It must not, unless so: the rows would be others. */
    NO('-'),
    /** It could, but nobody has found out how. */
    NOT_YET('~');

    private final char mark;

    Answer(char mark) {
      this.mark = mark;
    }

    static @Nullable Answer of(String line) {
      for (Answer answer : values()) {
        if (line.startsWith(answer.mark + " ")) {
          return answer;
        }
      }
      return null;
    }
  }

  /**
   * Views, and a query that they answer or not.
   *
   * @param views statements that create them, each with its name
   * @param over the names of those that answer
   */
  record Pair(
      String kind,
      String name,
      Map<String, String> views,
      String over,
      String query,
      Answer answer) {
    @Override
    public String toString() {
      return answer.mark + " " + kind + ": " + name;
    }
  }

  /** The pairs of a resource beside this class. */
  static RewritePairs read(String resource) {
    return new Reader().read(lines(resource));
  }

  /** The lines of a resource beside this class, without comments. */
  static List<String> lines(String resource) {
    try (InputStream in = RewritePairs.class.getResourceAsStream(resource)) {
      byte[] text = Objects.requireNonNull(in, resource).readAllBytes();
      return new String(text, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("--") && !line.isBlank())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads one text. */
  private static final class Reader {
    private final List<String> setup = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();
    private final StringBuilder statement = new StringBuilder();
    private Map<String, String> views = Map.of();
    private String kind = "";
    private String over = "v";

    RewritePairs read(List<String> lines) {
      lines.forEach(this::line);
      return new RewritePairs(setup, pairs);
    }

    private void line(String line) {
      Answer answer = Answer.of(line);
      if (answer != null) {
        int colon = line.indexOf(": ");
        String query = line.substring(colon + 2);
        pairs.add(new Pair(kind, line.substring(2, colon), views, over, query, answer));
      } else if (line.startsWith("KIND ")) {
        kind = line.substring("KIND ".length());
      } else if (line.startsWith("VIEW ")) {
        views = Map.of("v", line.substring("VIEW ".length()));
        over = "v";
      } else if (line.startsWith("ALSO w ")) {
        views = new TreeMap<>(views);
        views.put("w", line.substring("ALSO w ".length()));
      } else if (line.startsWith("OVER ")) {
        over = line.substring("OVER ".length());
      } else {
        statement(line);
      }
    }

    private void statement(String line) {
      statement.append(line).append('\n');
      if (line.endsWith(";")) {
        setup.add(statement.substring(0, statement.length() - 2));
        statement.setLength(0);
      }
    }
  }
}
