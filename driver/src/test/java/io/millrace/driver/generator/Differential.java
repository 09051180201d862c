package io.millrace.driver.generator;

import io.millrace.driver.generator.Schema.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The same tables in our database and in PostgreSQL, and queries put to both. */
final class Differential {
  /** How two answers compare. */
  enum Verdict {
    SAME,
    /** PostgreSQL rounds sums and variances of DOUBLE at every step, we once. */
    SAME_BUT_FOR_ROUNDING,
    BOTH_FAIL,
    /** We do not support it yet. */
    REFUSED_HERE,
    /** PostgreSQL has no such query: see {@link #isKnownToRefuse}. */
    REFUSED_THERE,
    /** Without the optional rules more may be evaluated, and so fail. */
    FAILS_WITHOUT_OPTIMIZER_ONLY,
    /** PostgreSQL may evaluate a condition that can fail before one that keeps the row out. */
    FAILS_THERE_ONLY,
    FAILS_HERE_ONLY,
    /** An error that is not of the data, on one side only or of another class. */
    ERROR_DIFFERS,
    /** With and without the optional rules of our optimizer. */
    OPTIMIZER_DIFFERS,
    ROWS_DIFFER;

    boolean isFault() {
      return this == ROWS_DIFFER
          || this == OPTIMIZER_DIFFERS
          || this == ERROR_DIFFERS
          || this == FAILS_HERE_ONLY;
    }
  }

  private static final List<String> REFUSED_THERE =
      List.of("FULL JOIN is only supported with merge-joinable or hash-joinable join conditions");

  private final Connection ours;
  private final Connection theirs;

  Differential(Connection ours, Connection theirs) {
    this.ours = ours;
    this.theirs = theirs;
  }

  /** Empty tables in both. */
  void create(Schema schema) throws SQLException {
    for (Connection connection : List.of(ours, theirs)) {
      try (Statement statement = connection.createStatement()) {
        for (String definition : schema.definitions()) {
          statement.execute(definition);
        }
      }
    }
  }

  void drop(Schema schema) throws SQLException {
    for (Connection connection : List.of(ours, theirs)) {
      try (Statement statement = connection.createStatement()) {
        List<Table> tables =
            schema.tables().stream().sorted(Comparator.comparing(Table::name)).toList();
        for (Table table : tables) {
          statement.execute("DROP TABLE " + table.name());
        }
      }
    }
  }

  /** Puts these rows in place of those that are there; false if a view refuses them. */
  boolean load(TableRows rows) throws SQLException {
    for (Connection connection : List.of(ours, theirs)) {
      rows.deleteFrom(connection);
      if (!rows.insertInto(connection, () -> {})) {
        return false;
      }
    }
    return true;
  }

  /** Makes the query a view in both, kept here; false if it can't be one. */
  boolean keep(View query) throws SQLException {
    try (Statement here = ours.createStatement();
        Statement there = theirs.createStatement()) {
      here.execute(
          "CREATE INCREMENTAL MATERIALIZED VIEW " + query.name() + " AS " + query.query().sql());
      there.execute("CREATE VIEW " + query.name() + " AS " + query.in(Dialect.POSTGRES));
      return true;
    } catch (SQLException e) {
      if (String.valueOf(e.getSQLState()).startsWith("0A")) {
        return false;
      }
      throw e;
    }
  }

  void drop(View kept) throws SQLException {
    try (Statement here = ours.createStatement();
        Statement there = theirs.createStatement()) {
      here.execute("DROP MATERIALIZED VIEW " + kept.name());
      there.execute("DROP VIEW " + kept.name());
    }
  }

  Answer here(View query) throws SQLException {
    return Answer.of(ours, query.query().sql(), query.query().fields());
  }

  Answer there(View query) throws SQLException {
    return Answer.of(theirs, query.in(Dialect.POSTGRES), query.query().fields());
  }

  /** The answer without the optional rules. */
  Answer plainly(View query) throws SQLException {
    try (Statement statement = ours.createStatement()) {
      statement.execute("SET optimizer = 'off'");
      Answer answer = here(query);
      statement.execute("SET optimizer = 'on'");
      return answer;
    }
  }

  /**
   * How two answers compare.
   *
   * @param other what the answer here was compared with: PostgreSQL's, or our own when planned
   *     plainly
   */
  record Comparison(Verdict verdict, Answer here, Answer other) {
    /** The error of the one that fails, without what is of this query alone. */
    String reason() {
      Answer failing = here.fails() ? here : other;
      String first = failing.message().lines().findFirst().orElse("");
      return verdict + ": " + first.replaceAll("\\(line.*?\\)|\\d+|^[\\w.]+: ", "");
    }
  }

  /** The query's answer beside that of PostgreSQL, and beside our own when planned plainly. */
  Comparison compare(View query) throws SQLException {
    Answer here = here(query);
    if (here.errorClass().equals("0A")) {
      return new Comparison(Verdict.REFUSED_HERE, here, here);
    }
    Answer plainly = plainly(query);
    Verdict planning = planning(here, plainly);
    if (planning != Verdict.SAME) {
      return new Comparison(planning, here, plainly);
    }
    Answer there = there(query);
    return new Comparison(verdict(here, there), here, there);
  }

  private static Verdict planning(Answer here, Answer plainly) {
    if (!here.fails() && plainly.fails() && isOfData(plainly)) {
      return Verdict.FAILS_WITHOUT_OPTIMIZER_ONLY;
    }
    boolean same = here.rows().equals(plainly.rows()) && here.fails() == plainly.fails();
    return same ? Verdict.SAME : Verdict.OPTIMIZER_DIFFERS;
  }

  private static boolean isOfData(Answer answer) {
    return List.of("21", "22").contains(answer.errorClass());
  }

  private static Verdict verdict(Answer here, Answer there) {
    if (there.fails() && isKnownToRefuse(there)) {
      return Verdict.REFUSED_THERE;
    }
    boolean failsForDataThere = there.fails() && isOfData(there);
    if (here.fails() && there.fails()) {
      boolean same = here.errorClass().equals(there.errorClass()) && failsForDataThere;
      return same ? Verdict.BOTH_FAIL : Verdict.ERROR_DIFFERS;
    }
    if (there.fails()) {
      return failsForDataThere ? Verdict.FAILS_THERE_ONLY : Verdict.ERROR_DIFFERS;
    }
    if (here.fails()) {
      return isOfData(here) ? Verdict.FAILS_HERE_ONLY : Verdict.ERROR_DIFFERS;
    }
    if (here.rows().equals(there.rows())) {
      return Verdict.SAME;
    }
    boolean alike = here.rounded().equals(there.rounded());
    return alike ? Verdict.SAME_BUT_FOR_ROUNDING : Verdict.ROWS_DIFFER;
  }

  private static boolean isKnownToRefuse(Answer there) {
    return REFUSED_THERE.stream().anyMatch(there.message()::contains);
  }

  /** Fewer rows over which the query still compares this way. */
  TableRows reduced(TableRows rows, View query, Verdict verdict) throws SQLException {
    List<Map.Entry<Table, List<Object>>> fewer =
        Reducer.fewer(rows.single(), some -> compares(rows.only(some), query, verdict));
    return rows.only(fewer);
  }

  private boolean compares(TableRows rows, View query, Verdict verdict) {
    try {
      return load(rows) && compare(query).verdict() == verdict;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
