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
 * What is not run, and why. A rule is a line {@code FILES[:FROM-TO] | MODES | /PATTERN/ | REASON}:
 * the scripts by name, with {@code *} for any characters, and the lines in them, if not all; the
 * modes; what must be found in the SQL; and the reason, which must be there. Immutable.
 */
public final class Rules {
  /** No rules: everything is run. */
  public static final Rules NONE = new Rules(List.of());

  private static final Pattern RULE =
      Pattern.compile("([^ :|]+)(?::([0-9]+)-([0-9]+))? \\| ([a-z, ]+) \\| /(.*?)/ \\| (\\S.*)");

  private final List<Rule> rules;

  /** One line. */
  private record Rule(
      Pattern scripts, int from, int to, List<String> modes, Pattern sql, String reason) {
    boolean names(String script, String mode, Step step) {
      return from <= step.line()
          && step.line() <= to
          && modes.contains(mode)
          && scripts.matcher(script).matches()
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
      if (!line.isBlank() && line.charAt(0) != '#') {
        rules.add(rule(line));
      }
    }
    return new Rules(List.copyOf(rules));
  }

  private static Rule rule(String line) {
    Matcher parts = RULE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a rule is FILES[:FROM-TO] | MODES | /PATTERN/ | REASON, not \"" + line + "\"");
    }
    boolean everywhere = parts.group(2) == null;
    return new Rule(
        Pattern.compile(parts.group(1).replace(".", "\\.").replace("*", ".*")),
        everywhere ? 1 : Integer.parseInt(parts.group(2)),
        everywhere ? Integer.MAX_VALUE : Integer.parseInt(parts.group(3)),
        List.of(parts.group(4).split("[, ]+", -1)),
        Pattern.compile(parts.group(5), Pattern.DOTALL),
        parts.group(6));
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
