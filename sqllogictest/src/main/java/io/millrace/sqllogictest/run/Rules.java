package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is not run, and why. A rule is a line {@code PLACE | MODES | /PATTERN/ | REASON}: the
 * scripts by name, with {@code *} for any characters, and the lines in them, if not all, as {@code
 * FILES[:FROM[-TO]]}; the modes; what must be found in the SQL; and the reason, which must be
 * there. A line that begins with a blank is one more place of the rule above it. Immutable.
 */
public final class Rules {
  /** No rules: everything is run. */
  public static final Rules NONE = new Rules(List.of());

  private static final Pattern RULE =
      Pattern.compile("([^ |]+) \\| ([a-z, ]+) \\| /(.*?)/ \\| (\\S.*)");
  private static final Pattern PLACE = Pattern.compile("([^ :|]+)(?::([0-9]+)(?:-([0-9]+))?)?");

  private final List<Rule> rules;

  private record Place(Pattern scripts, int from, int to) {
    boolean has(String script, Step step) {
      return from <= step.line() && step.line() <= to && scripts.matcher(script).matches();
    }
  }

  private record Rule(List<Place> places, List<String> modes, Pattern sql, String reason) {
    boolean names(String script, String mode, Step step) {
      return modes.contains(mode)
          && places.stream().anyMatch(place -> place.has(script, step))
          && sql.matcher(step.sql()).find();
    }
  }

  private Rules(List<Rule> rules) {
    this.rules = rules;
  }

  /** The rules for Millrace, which come with the runner. */
  public static Rules ours() throws IOException {
    try (InputStream file = Rules.class.getResourceAsStream("/rules.txt")) {
      if (file == null) {
        throw new IOException("the rules are not on the class path");
      }
      return read(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8)));
    }
  }

  /**
   * Reads rules; empty lines and those that begin with {@code #} are none.
   *
   * @throws IllegalArgumentException for a line that is no rule
   */
  public static Rules read(BufferedReader reader) throws IOException {
    List<Rule> rules = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.isBlank() || line.charAt(0) == '#') {
        continue;
      }
      if (line.charAt(0) != ' ') {
        rules.add(rule(line));
      } else if (rules.isEmpty()) {
        throw new IllegalArgumentException("no rule stands above the place \"" + line + "\"");
      } else {
        rules.get(rules.size() - 1).places().add(place(line.strip(), line));
      }
    }
    return new Rules(List.copyOf(rules));
  }

  private static Rule rule(String line) {
    Matcher parts = RULE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a rule is PLACE | MODES | /PATTERN/ | REASON, not \"" + line + "\"");
    }
    return new Rule(
        new ArrayList<>(List.of(place(parts.group(1), line))),
        List.of(parts.group(2).split("[, ]+", -1)),
        Pattern.compile(parts.group(3), Pattern.DOTALL),
        parts.group(4));
  }

  private static Place place(String text, String line) {
    Matcher parts = PLACE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a place is FILES[:FROM[-TO]], which is not so in \"" + line + "\"");
    }
    String from = parts.group(2);
    String to = parts.group(3) == null ? from : parts.group(3);
    return new Place(
        Pattern.compile(parts.group(1).replace(".", "\\.").replace("*", ".*")),
        from == null ? 1 : Integer.parseInt(from),
        to == null ? Integer.MAX_VALUE : Integer.parseInt(to));
  }

  /** Why a step is not run; empty if it is. */
  Optional<String> reason(String script, String mode, Step step) {
    for (Rule rule : rules) {
      if (rule.names(script, mode, step)) {
        return Optional.of(rule.reason());
      }
    }
    return Optional.empty();
  }
}
