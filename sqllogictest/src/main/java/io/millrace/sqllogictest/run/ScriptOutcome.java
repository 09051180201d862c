package io.millrace.sqllogictest.run;

import java.util.List;
import java.util.Optional;

/**
 * What came of one script. Immutable.
 *
 * @param queries that the script holds for the dialect; each passed, failed, was skipped, or was
 *     not reached
 * @param statements that did what the script says of them
 * @param failedStatements that should have failed and did not, or failed with another SQLSTATE
 * @param skipped queries that a rule names
 * @param skippedStatements that a rule names
 * @param aborted the statement that should have worked: what follows it was not run, since it would
 *     have met another database
 * @param cpuNanos processor time of the thread that ran it, which other work on the machine does
 *     not change much
 */
public record ScriptOutcome(
    String script,
    int queries,
    int passed,
    int failed,
    int skipped,
    int statements,
    int failedStatements,
    int skippedStatements,
    List<Failure> failures,
    Optional<Failure> aborted,
    long nanos,
    long cpuNanos) {
  public ScriptOutcome {
    failures = List.copyOf(failures);
  }

  /** Queries behind the statement that ended the script. */
  public int notReached() {
    return queries - passed - failed - skipped;
  }

  public boolean isGood() {
    return failed == 0 && failedStatements == 0 && aborted.isEmpty();
  }
}
