package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Statement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs single steps of a script and says what was wrong with them. */
final class Steps {
  private Steps() {}

  /**
   * Runs a statement; aborts the tally where one that should work does not.
   *
   * @param execution executes it
   * @return whether the script goes on
   */
  static boolean run(Statement step, Change execution, Tally tally) {
    Optional<SQLException> error = error(execution);
    if (!step.fails() && error.isPresent()) {
      tally.aborted(step, "the statement failed: " + described(error.get()));
      return false;
    }
    Optional<String> problem = step.fails() ? unmet(step, error) : Optional.empty();
    if (problem.isPresent()) {
      tally.failed(step, problem.get());
    } else {
      tally.passed(step);
    }
    return true;
  }

  static void execute(Statement step, Database database) throws SQLException {
    if (step.fails()) {
      database.execute(step.sql());
    } else {
      database.executeAdapted(step.sql());
    }
  }

  private static Optional<SQLException> error(Change execution) {
    try {
      execution.make();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(e);
    }
  }

  private static Optional<String> unmet(Statement step, Optional<SQLException> error) {
    if (error.isEmpty()) {
      return Optional.of("the statement should have failed, and did not");
    }
    String wanted = step.sqlState().orElse("");
    return wanted.isEmpty() || wanted.equals(error.get().getSQLState())
        ? Optional.empty()
        : Optional.of(
            "the statement should have failed with "
                + wanted
                + ", and did with: "
                + described(error.get()));
  }

  /** The values of a query, row after row as they come. */
  static List<String> values(String sql, String types, Database database)
      throws SQLException, ResultShapeException {
    try (ResultSet rows = database.statement().executeQuery(sql)) {
      return ResultReader.read(rows, types);
    }
  }

  /** What is wrong with a query's result; empty if nothing is. */
  static Optional<String> problem(Query query, String sql, Database database, Check check) {
    try {
      return check.problem(query, values(sql, query.types(), database));
    } catch (SQLException e) {
      return Optional.of("the query failed: " + described(e));
    } catch (ResultShapeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Whether a query fails, and with this SQLSTATE. */
  static boolean failsWith(Query query, @Nullable String sqlState, Database database) {
    try {
      values(query.sql(), query.types(), database);
      return false;
    } catch (SQLException e) {
      return Objects.equals(e.getSQLState(), sqlState);
    } catch (ResultShapeException e) {
      return false;
    }
  }

  static String described(SQLException error) {
    return error.getSQLState() + ": " + error.getMessage();
  }
}
