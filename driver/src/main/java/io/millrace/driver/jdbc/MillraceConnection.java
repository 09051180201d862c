package io.millrace.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a Millrace connection offers beyond JDBC; reached by {@code
 * connection.unwrap(MillraceConnection.class)}, through pools too.
 *
 * <p>Closing, aborting and cancelling may come from any thread; all else from one at a time.
 */
public interface MillraceConnection extends Connection {
  /** Which database this is, for people: its kind and its name or path. */
  String databaseDescription() throws SQLException;
}
