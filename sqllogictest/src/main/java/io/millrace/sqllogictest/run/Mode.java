package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.TestScript;
import java.sql.SQLException;

/** What is done with a script. Thread-safe: one mode runs many scripts side by side. */
public interface Mode {
  /** As the command line names it. */
  String name();

  /**
   * Runs a script in databases of its own.
   *
   * @param tally counts what comes of it
   * @throws SQLException if a database cannot be made, or cannot be cleared away
   */
  void run(TestScript script, Rules rules, Databases databases, Tally tally) throws SQLException;
}
