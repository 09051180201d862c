package io.millrace.sqllogictest.run;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a statement does to the schema or to the rows of a table, as far as its first words tell.
 *
 * @param name of the table or view, in lower case; of the table for an index and for rows
 */
record Definition(Kind kind, String name) {
  private static final String NAME = "\"?([\\w.]+)\"?";
  private static final Pattern CREATE_RELATION = pattern("CREATE\\s+(TABLE|VIEW)\\s+" + NAME);
  private static final Pattern CREATE_INDEX =
      pattern("CREATE\\s+(UNIQUE\\s+)?INDEX\\s+\\S+\\s+ON\\s+" + NAME);
  private static final Pattern DROP =
      pattern("DROP\\s+(TABLE|VIEW)\\s+(?:IF\\s+EXISTS\\s+)?" + NAME);
  private static final Pattern ROWS =
      pattern("(INSERT\\s+INTO|DELETE\\s+FROM|UPDATE|TRUNCATE\\s+TABLE)\\s+" + NAME);

  /** What is done. */
  enum Kind {
    CREATE_TABLE,
    CREATE_VIEW,
    CREATE_INDEX,
    DROP,
    ROWS
  }

  private static Pattern pattern(String start) {
    return Pattern.compile(
        "\\s*" + start + "(?:\\W.*|$)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  /** What a statement does; empty for any other kind. */
  static Optional<Definition> of(String sql) {
    Matcher relation = CREATE_RELATION.matcher(sql);
    if (relation.matches()) {
      boolean table = relation.group(1).equalsIgnoreCase("TABLE");
      return of(table ? Kind.CREATE_TABLE : Kind.CREATE_VIEW, relation);
    }
    return matched(Kind.CREATE_INDEX, CREATE_INDEX, sql)
        .or(() -> matched(Kind.DROP, DROP, sql))
        .or(() -> matched(Kind.ROWS, ROWS, sql));
  }

  private static Optional<Definition> matched(Kind kind, Pattern pattern, String sql) {
    Matcher matcher = pattern.matcher(sql);
    return matcher.matches() ? of(kind, matcher) : Optional.empty();
  }

  private static Optional<Definition> of(Kind kind, Matcher matcher) {
    return Optional.of(new Definition(kind, matcher.group(2).toLowerCase(Locale.ROOT)));
  }
}
