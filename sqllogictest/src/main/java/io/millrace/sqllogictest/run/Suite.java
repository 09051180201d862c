package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import io.millrace.sqllogictest.script.ScriptSource;
import io.millrace.sqllogictest.script.TestScript;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs scripts side by side, each in databases of its own. Immutable. */
public final class Suite {
  private final Mode mode;
  private final Rules rules;
  private final Databases databases;
  private final int queriesPerScript;
  private final int jobs;

  /**
   * @param queriesPerScript how many queries of each script are run at most, spread over it
   * @param jobs how many scripts run at a time
   */
  public Suite(Mode mode, Rules rules, Databases databases, int queriesPerScript, int jobs) {
    this.mode = mode;
    this.rules = rules;
    this.databases = databases;
    this.queriesPerScript = queriesPerScript;
    this.jobs = databases.areSeparate() ? jobs : 1;
  }

  /**
   * What came of each script, in their order. Large scripts begin first, so that none is left over
   * at the end.
   *
   * @throws IOException if a script cannot be read
   */
  public List<ScriptOutcome> run(List<ScriptSource> sources, Progress progress)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(jobs);
    try {
      List<ScriptSource> largestFirst = new ArrayList<>(sources);
      largestFirst.sort(Comparator.comparingLong(ScriptSource::sizeBytes).reversed());
      List<Future<ScriptOutcome>> running = new ArrayList<>();
      for (ScriptSource source : largestFirst) {
        running.add(threads.submit(() -> run(source, progress)));
      }
      List<ScriptOutcome> outcomes = new ArrayList<>();
      for (Future<ScriptOutcome> outcome : running) {
        outcomes.add(finished(outcome));
      }
      outcomes.sort(Comparator.comparing(ScriptOutcome::script));
      return outcomes;
    } finally {
      threads.shutdownNow();
    }
  }

  private ScriptOutcome run(ScriptSource source, Progress progress) throws IOException {
    TestScript script = source.read();
    List<Step> steps = Thinning.thinned(script.steps(databases.dialect()), queriesPerScript);
    int queries = (int) steps.stream().filter(Query.class::isInstance).count();
    int all = Math.max(queries, 1);
    Tally tally = new Tally(script.name(), () -> progress.query(source.sizeBytes() / (double) all));
    try {
      mode.run(script, steps, rules, databases, tally);
    } catch (SQLException e) {
      tally.broken(Steps.described(e));
    }
    ScriptOutcome outcome = tally.outcome(queries);
    progress.ended(source, outcome);
    return outcome;
  }

  private static ScriptOutcome finished(Future<ScriptOutcome> outcome)
      throws IOException, InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException unreadable) {
        throw unreadable;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
