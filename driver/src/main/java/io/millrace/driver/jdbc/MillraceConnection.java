package io.millrace.driver.jdbc;

import io.millrace.engine.session.TableDelta;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What a Millrace connection offers beyond JDBC; reached by {@code
 * connection.unwrap(MillraceConnection.class)}, through pools too.
 *
 * <p>Closing, aborting, cancelling and {@link #progress} may come from any thread; all else from
 * one at a time.
 */
public interface MillraceConnection extends Connection {
  /** Which database this is, for people: its kind and its name or path. */
  String databaseDescription() throws SQLException;

  /** The version of the last commit that every reader sees. */
  long version() throws SQLException;

  /**
   * How far the running statement has come, empty if none runs; a query runs while a row of it is
   * being worked out. From any thread; waits for nothing.
   */
  Optional<MillraceProgress> progress() throws SQLException;

  /**
   * Applies net changes of tables in one commit, for callers that have them already; an empty
   * change is a commit too. Not part of this connection's transaction, and not retried.
   *
   * @param expectedVersion the version that the changes are meant for
   * @return the version that the commit made
   * @throws SQLException 40001 if the database has moved on; 23000 if a delta deletes what is not
   *     there; 23502, 23505, 23514; what a view raises. Then nothing has changed
   */
  long apply(long expectedVersion, List<TableDelta> deltas) throws SQLException;
}
