package io.millrace.sqllogictest.script;

import java.util.List;
import java.util.Optional;

/** One record of a script: the line it begins at, and the conditions under which it counts. */
public sealed interface ScriptRecord {
  /** The line of the record's first word, from 1. */
  int line();

  List<Condition> conditions();

  /** A record that a database is asked to run. */
  sealed interface Step extends ScriptRecord {
    String sql();
  }

  /**
   * {@code statement ok} or {@code statement error [SQLSTATE]}. The SQLSTATE is an addition of this
   * runner's: an expected error without one is met by any error.
   */
  record Statement(
      int line, List<Condition> conditions, String sql, boolean fails, Optional<String> sqlState)
      implements Step {
    public Statement {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * {@code query TYPES [SORT [LABEL]]}.
   *
   * @param types one letter for each column: I for integers, R for numbers with three digits behind
   *     the point, T for text
   * @param label queries with the same label must give the same result
   */
  record Query(
      int line,
      List<Condition> conditions,
      String sql,
      String types,
      SortMode sort,
      Optional<String> label,
      ExpectedResult expected)
      implements Step {
    public Query {
      conditions = List.copyOf(conditions);
    }
  }

  /** {@code halt}: what follows is not run. */
  record Halt(int line, List<Condition> conditions) implements ScriptRecord {
    public Halt {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * {@code hash-threshold N}: from here on, results of more than N values are written as their hash
   * (0: never).
   */
  record HashThreshold(int line, List<Condition> conditions, int values) implements ScriptRecord {
    public HashThreshold {
      conditions = List.copyOf(conditions);
    }
  }
}
