package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Step;
import io.millrace.sqllogictest.script.TestScript;
import java.sql.SQLException;
import java.util.List;

/** What is done with a script. Thread-safe: one mode runs many scripts side by side. */
public interface Mode {
  /** As the command line names it. */
  String name();

  /**
   * Runs a script in databases of its own.
   *
   * @param steps what of the script is run
   * @param tally counts what comes of it
   * @throws SQLException if a database cannot be made, or cannot be cleared away
   */
  void run(TestScript script, List<Step> steps, Rules rules, Databases databases, Tally tally)
      throws SQLException;
}
