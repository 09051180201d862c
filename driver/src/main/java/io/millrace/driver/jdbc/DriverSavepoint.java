package io.millrace.driver.jdbc;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * A savepoint of one connection. Immutable.
 *
 * @param id number within the connection
 * @param givenName as the application named it, or null
 * @param sessionName as the session knows it
 */
record DriverSavepoint(
    DriverConnection owner, int id, @Nullable String givenName, String sessionName)
    implements Savepoint {
  @Override
  public int getSavepointId() throws SQLException {
    if (givenName != null) {
      throw SqlErrors.of("3B001", "Savepoint \"" + givenName + "\" has a name, not a number.");
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (givenName == null) {
      throw SqlErrors.of("3B001", "Savepoint " + id + " has a number, not a name.");
    }
    return givenName;
  }
}
