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
    /** PostgreSQL may evaluate a condition that can fail before one that keeps the row out. */
    FAILS_THERE_ONLY,
    FAILS_HERE_ONLY,
    /** An error that is not of the data, on one side only or of another class. */
    ERROR_DIFFERS,
    ROWS_DIFFER;

    boolean isFault() {
      return this == ROWS_DIFFER || this == ERROR_DIFFERS || this == FAILS_HERE_ONLY;
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

  /** Puts these rows in place of those that are there. */
  void load(TableRows rows) throws SQLException {
    for (Connection connection : List.of(ours, theirs)) {
      rows.deleteFrom(connection);
      if (!rows.insertInto(connection, () -> {})) {
        throw new AssertionError("rows of one database are refused by another");
      }
    }
  }

  Answer here(View query) throws SQLException {
    return Answer.of(ours, query.query().sql(), query.query().fields());
  }

  Answer there(View query) throws SQLException {
    return Answer.of(theirs, query.in(Dialect.POSTGRES), query.query().fields());
  }

  Verdict compare(View query) throws SQLException {
    return verdict(here(query), there(query));
  }

  static Verdict verdict(Answer here, Answer there) {
    if (here.errorClass().equals("0A")) {
      return Verdict.REFUSED_HERE;
    }
    if (there.fails() && isKnownToRefuse(there)) {
      return Verdict.REFUSED_THERE;
    }
    boolean failsForDataThere = there.fails() && List.of("21", "22").contains(there.errorClass());
    if (here.fails() && there.fails()) {
      boolean same = here.errorClass().equals(there.errorClass()) && failsForDataThere;
      return same ? Verdict.BOTH_FAIL : Verdict.ERROR_DIFFERS;
    }
    if (there.fails()) {
      return failsForDataThere ? Verdict.FAILS_THERE_ONLY : Verdict.ERROR_DIFFERS;
    }
    if (here.fails()) {
      boolean ofData = List.of("21", "22").contains(here.errorClass());
      return ofData ? Verdict.FAILS_HERE_ONLY : Verdict.ERROR_DIFFERS;
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
      load(rows);
      return compare(query) == verdict;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
