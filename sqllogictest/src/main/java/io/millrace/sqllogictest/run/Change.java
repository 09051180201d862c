package io.millrace.sqllogictest.run;

import java.sql.SQLException;

/** A change of a database, which can be made again if it fails. */
@FunctionalInterface
interface Change {
  void make() throws SQLException;
}
