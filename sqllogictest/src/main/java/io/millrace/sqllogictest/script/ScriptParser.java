package io.millrace.sqllogictest.script;

import io.millrace.sqllogictest.script.ScriptRecord.Halt;
import io.millrace.sqllogictest.script.ScriptRecord.HashThreshold;
import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Statement;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a script. Records are parted by empty lines; a line that begins with {@code #} is a comment
 * wherever a record could begin; conditions stand before the record they are for, and may be
 * several. SQL may run over lines, and ends at {@code ----} or at the empty line.
 *
 * <p>One use, one thread. Cost: O(length of the script).
 */
public final class ScriptParser {
  private static final Pattern HASHED =
      Pattern.compile("([0-9]+) values hashing to ([0-9a-f]{32})");

  private final String name;
  private final BufferedReader reader;
  private final List<ScriptRecord> records = new ArrayList<>();
  private List<Condition> conditions = new ArrayList<>();
  private int lineNumber;

  private ScriptParser(String name, BufferedReader reader) {
    this.name = name;
    this.reader = reader;
  }

  /**
   * The script of a name, read to its end.
   *
   * @throws ScriptSyntaxException where it is not in the format
   */
  public static TestScript parse(String name, BufferedReader reader) throws IOException {
    return new ScriptParser(name, reader).script();
  }

  private TestScript script() throws IOException {
    for (String line = next(); line != null; line = next()) {
      if (!line.isBlank() && line.charAt(0) != '#') {
        entry(words(line));
      }
    }
    if (!conditions.isEmpty()) {
      throw error("a condition without a record");
    }
    return new TestScript(name, records);
  }

  private void entry(List<String> words) throws IOException {
    switch (words.get(0)) {
      case "onlyif", "skipif" ->
          conditions.add(new Condition(words.get(0).equals("onlyif"), word(words, 1)));
      case "halt" -> add(new Halt(lineNumber, conditions));
      case "hash-threshold" ->
          add(new HashThreshold(lineNumber, conditions, number(word(words, 1))));
      case "statement" -> add(statement(words));
      case "query" -> add(query(words));
      default ->
          throw error(
              "\""
                  + words.get(0)
                  + "\" begins no record; statement, query, onlyif, skipif, halt and"
                  + " hash-threshold do");
    }
  }

  private void add(ScriptRecord entry) {
    records.add(entry);
    conditions = new ArrayList<>();
  }

  private Statement statement(List<String> words) throws IOException {
    int line = lineNumber;
    boolean fails =
        switch (word(words, 1)) {
          case "ok" -> false;
          case "error" -> true;
          default -> throw error("a statement is ok or error, not \"" + words.get(1) + "\"");
        };
    Optional<String> sqlState =
        fails && words.size() > 2 ? Optional.of(words.get(2)) : Optional.empty();
    StringBuilder sql = new StringBuilder();
    if (sql(sql)) {
      throw error("a statement has no result: use query");
    }
    return new Statement(line, conditions, sql.toString(), fails, sqlState);
  }

  private Query query(List<String> words) throws IOException {
    int line = lineNumber;
    String types = word(words, 1);
    if (!types.chars().allMatch(type -> "IRT".indexOf(type) >= 0)) {
      throw error("types of columns are I, R and T, not \"" + types + "\"");
    }
    SortMode sort = words.size() > 2 ? sortMode(words.get(2)) : SortMode.NOSORT;
    Optional<String> label = words.size() > 3 ? Optional.of(words.get(3)) : Optional.empty();
    StringBuilder sql = new StringBuilder();
    ExpectedResult expected = sql(sql) ? result() : new ExpectedResult.Anything();
    return new Query(line, conditions, sql.toString(), types, sort, label, expected);
  }

  /** Reads SQL up to its end; true if a result follows. */
  private boolean sql(StringBuilder sql) throws IOException {
    for (String line = next(); line != null && !line.isBlank(); line = next()) {
      if (line.stripTrailing().equals("----")) {
        return nonEmpty(sql);
      }
      sql.append(sql.length() == 0 ? "" : "\n").append(line);
    }
    nonEmpty(sql);
    return false;
  }

  private boolean nonEmpty(StringBuilder sql) {
    if (sql.length() == 0) {
      throw error("no SQL follows");
    }
    return true;
  }

  private ExpectedResult result() throws IOException {
    List<String> values = new ArrayList<>();
    for (String line = next(); line != null && !line.isEmpty(); line = next()) {
      values.add(line);
    }
    if (values.size() == 1) {
      Matcher hashed = HASHED.matcher(values.get(0));
      if (hashed.matches()) {
        return new ExpectedResult.Hash(number(hashed.group(1)), hashed.group(2));
      }
    }
    return new ExpectedResult.Values(values);
  }

  private SortMode sortMode(String word) {
    return switch (word) {
      case "nosort", "rowsort", "valuesort" -> SortMode.valueOf(word.toUpperCase(Locale.ROOT));
      default -> throw error("results are nosort, rowsort or valuesort, not \"" + word + "\"");
    };
  }

  private int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw error("a number is expected, not \"" + digits + "\"");
    }
  }

  /** The words of a line, without the comment that may end it. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (String word : line.trim().split("\\s+", -1)) {
      if (word.startsWith("#")) {
        break;
      }
      words.add(word);
    }
    return words;
  }

  private String word(List<String> words, int place) {
    if (words.size() <= place) {
      throw error("\"" + String.join(" ", words) + "\" ends too early");
    }
    return words.get(place);
  }

  /** The next line; null at the end of the file. Blanks at its end may belong to a value. */
  private @Nullable String next() throws IOException {
    lineNumber++;
    return reader.readLine();
  }

  private ScriptSyntaxException error(String message) {
    return new ScriptSyntaxException(name, lineNumber, message);
  }
}
