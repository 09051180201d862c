package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts while a script runs. One thread, which is the one that makes it. */
final class Tally {
  /** So many failures of a script are kept with their text; all are counted. */
  private static final int KEPT_FAILURES = 50;

  private final String script;
  private final long begun = System.nanoTime();
  private final long begunCpu = cpuNanos();
  private final Runnable eachQuery;
  private final List<Failure> failures = new ArrayList<>();
  private Optional<Failure> aborted = Optional.empty();
  private int passed;
  private int failed;
  private int skipped;
  private int statements;
  private int failedStatements;
  private int skippedStatements;

  /**
   * @param eachQuery is called when a query is done with
   */
  Tally(String script, Runnable eachQuery) {
    this.script = script;
    this.eachQuery = eachQuery;
  }

  void passed(Step step) {
    if (step instanceof Query) {
      passed++;
      eachQuery.run();
    } else {
      statements++;
    }
  }

  void failed(Step step, String problem) {
    if (step instanceof Query) {
      failed++;
      eachQuery.run();
    } else {
      failedStatements++;
    }
    keep(new Failure(script, step.line(), step.sql(), problem));
  }

  void skipped(Step step) {
    if (step instanceof Query) {
      skipped++;
      eachQuery.run();
    } else {
      skippedStatements++;
    }
  }

  void aborted(Step step, String problem) {
    Failure failure = new Failure(script, step.line(), step.sql(), problem);
    aborted = Optional.of(failure);
    keep(failure);
  }

  /** No database, or one that could not be cleared away: the script counts as aborted. */
  void broken(String problem) {
    Failure failure = new Failure(script, 1, "", problem);
    aborted = Optional.of(failure);
    keep(failure);
  }

  /** A tally for statements that have been counted, or will be. */
  Tally ofReplays() {
    return new Tally(script, () -> {});
  }

  /** Takes over from another tally that what it counted was aborted. */
  void takeAbort(Tally other) {
    aborted = other.aborted;
    aborted.ifPresent(this::keep);
  }

  boolean isAborted() {
    return aborted.isPresent();
  }

  private void keep(Failure failure) {
    if (failures.size() < KEPT_FAILURES) {
      failures.add(failure);
    }
  }

  ScriptOutcome outcome(int queries) {
    return new ScriptOutcome(
        script,
        queries,
        passed,
        failed,
        skipped,
        statements,
        failedStatements,
        skippedStatements,
        failures,
        aborted,
        System.nanoTime() - begun,
        cpuNanos() - begunCpu);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
