package io.millrace.driver.jdbc;

import io.millrace.engine.session.PreparedQuery;
import io.millrace.engine.session.Session;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs batches: all stop at the first failure, and say how far they came. */
final class Batches {
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final int ATTEMPTS = 10;

  private Batches() {}

  interface Command<T> {
    long run(T item) throws SQLException;
  }

  static <T> long[] run(List<T> items, Command<T> command) throws SQLException {
    long[] counts = new long[items.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = command.run(items.get(i));
      } catch (RuntimeException | AssertionError | SQLException e) {
        throw failed(SqlErrors.of(e), Arrays.copyOf(counts, i), "Batch entry " + (i + 1));
      }
    }
    return counts;
  }

  /**
   * Runs one plan for all rows. In auto-commit mode they are one transaction: it is run again after
   * a conflict with another one, as a single statement is, and after any other failure none of its
   * rows stays and every count says {@link Statement#EXECUTE_FAILED}.
   */
  static long[] run(StatementCore core, PreparedQuery query, List<List<@Nullable Object>> rows)
      throws SQLException {
    StatementCore.check(query, StatementCore.Want.COUNT);
    return core.connection()
        .gate()
        .call(
            core,
            session -> {
              boolean alone =
                  rows.size() > 1
                      && query.kind() == PreparedQuery.Kind.UPDATE
                      && !session.inTransaction();
              return alone
                  ? inOneTransaction(session, core, query, rows)
                  : run(rows, row -> core.count(session, query, row));
            });
  }

  private static long[] inOneTransaction(
      Session session, StatementCore core, PreparedQuery query, List<List<@Nullable Object>> rows)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(session, core, query, rows);
      } catch (SQLException e) {
        if (attempt == ATTEMPTS || !SERIALIZATION_FAILURE.equals(e.getSQLState())) {
          long[] none = new long[rows.size()];
          Arrays.fill(none, Statement.EXECUTE_FAILED);
          Throwable cause = e instanceof BatchUpdateException ? e.getCause() : e;
          throw failed(SqlErrors.of(cause == null ? e : cause), none, "The batch");
        }
      }
    }
  }

  private static long[] once(
      Session session, StatementCore core, PreparedQuery query, List<List<@Nullable Object>> rows)
      throws SQLException {
    session.setAutoCommit(false);
    boolean committed = false;
    try {
      long[] counts = run(rows, row -> core.count(session, query, row));
      session.commit();
      committed = true;
      return counts;
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    } finally {
      if (!committed) {
        session.rollback();
      }
      session.setAutoCommit(true);
    }
  }

  private static BatchUpdateException failed(SQLException cause, long[] counts, String what) {
    return new BatchUpdateException(
        what + " failed: " + cause.getMessage(),
        cause.getSQLState(),
        cause.getErrorCode(),
        counts,
        cause);
  }
}
