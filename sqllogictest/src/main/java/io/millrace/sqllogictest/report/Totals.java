package io.millrace.sqllogictest.report;

import io.millrace.sqllogictest.run.ScriptOutcome;
import java.util.List;

/**
 * Sums over scripts.
 *
 * @param queries those that the scripts hold: passed, failed, skipped and not reached together
 * @param failedStatements that should have failed and did not, or not as they should
 * @param seconds of the threads that ran the scripts, together
 * @param cpuSeconds of the processors for these threads
 */
public record Totals(
    int scripts,
    int aborted,
    int queries,
    int passed,
    int failed,
    int skipped,
    int notReached,
    int statements,
    int failedStatements,
    int skippedStatements,
    double seconds,
    double cpuSeconds) {

  static Totals of(List<ScriptOutcome> outcomes) {
    return new Totals(
        outcomes.size(),
        (int) outcomes.stream().filter(each -> each.aborted().isPresent()).count(),
        outcomes.stream().mapToInt(ScriptOutcome::queries).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::passed).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::failed).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::skipped).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::notReached).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::statements).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::failedStatements).sum(),
        outcomes.stream().mapToInt(ScriptOutcome::skippedStatements).sum(),
        outcomes.stream().mapToLong(ScriptOutcome::nanos).sum() / 1e9,
        outcomes.stream().mapToLong(ScriptOutcome::cpuNanos).sum() / 1e9);
  }

  /** All that failed: queries, statements that should have failed, and setups that broke off. */
  public int failures() {
    return failed + failedStatements + aborted;
  }

  /** Queries done with, per second of one thread. */
  public double rate() {
    return (passed + failed) / Math.max(seconds, 0.001);
  }

  /** Queries done with, per second of processor time of the threads that ran the scripts. */
  public double cpuRate() {
    return (passed + failed) / Math.max(cpuSeconds, 0.001);
  }
}
