package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Statement;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import io.millrace.sqllogictest.script.TestScript;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs a script with incremental views over its queries, which exist before its rows do. The
 * queries are taken in batches, each in a database of its own in which the script's statements run
 * anew: a database with ten thousand views would show nothing more, and take ten thousand updates
 * for each row.
 *
 * <p>What can be no view over all rows that there are on the way ({@link BatchViews}) is skipped in
 * a mode that asks for nothing but views.
 */
final class BatchMode implements Mode {
  private final String name;
  private final int queriesPerBatch;
  private final BatchCheck check;

  /** What is asked of a batch. Has no state of its own. */
  interface BatchCheck {
    /** Whether the query at this place of its batch becomes a view. */
    boolean isView(int place);

    /** Whether a query that cannot be a view has nothing to show. */
    boolean needsViews();

    /** What is wrong at the query's place in the script. */
    Optional<String> atPlace(Query query, Optional<String> view, Database database, Check check);

    /** What is wrong when all tables have been emptied; asked of queries that are views. */
    Optional<String> whenEmpty(Query query, String view, Database database);
  }

  BatchMode(String name, int queriesPerBatch, BatchCheck check) {
    this.name = name;
    this.queriesPerBatch = queriesPerBatch;
    this.check = check;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run(
      TestScript script, List<Step> steps, Rules rules, Databases databases, Tally tally)
      throws SQLException {
    List<Step> kept = new ArrayList<>();
    for (Step step : steps) {
      if (rules.reason(script.name(), name, step).isPresent()) {
        tally.skipped(step);
      } else {
        kept.add(step);
      }
    }
    Statements statements = new Statements(tally);
    Check expected = new Check(script.hashThreshold());
    for (BatchPlan plan : BatchPlan.of(kept, queriesPerBatch)) {
      try (Database database = databases.fresh()) {
        new Batch(plan, database, expected).run(tally, statements);
      }
      if (tally.isAborted()) {
        return;
      }
    }
  }

  /** Runs statements, which are counted the first time. */
  private static final class Statements {
    private final Tally tally;
    private final Tally replays;
    private final Set<Integer> countedLines = new HashSet<>();

    Statements(Tally tally) {
      this.tally = tally;
      this.replays = tally.ofReplays();
    }

    /** Whether the script goes on. */
    boolean run(Statement statement, Change execution) {
      boolean isNew = countedLines.add(statement.line());
      boolean goesOn = Steps.run(statement, execution, isNew ? tally : replays);
      if (!goesOn && !isNew) {
        tally.takeAbort(replays);
      }
      return goesOn;
    }
  }

  /** One batch in its database. */
  private final class Batch {
    private final BatchPlan plan;
    private final Database database;
    private final Check expected;
    private final BatchViews views;

    Batch(BatchPlan plan, Database database, Check expected) {
      this.plan = plan;
      this.database = database;
      this.expected = expected;
      this.views = new BatchViews(plan.queries(), database);
    }

    void run(Tally tally, Statements statements) throws SQLException {
      for (Statement statement : plan.schema()) {
        if (!statements.run(statement, () -> Steps.execute(statement, database))) {
          return;
        }
      }
      for (int place = 0; place < plan.queries().size(); place++) {
        if (check.isView(place)) {
          views.create(place);
        }
      }
      if (!replay(statements)) {
        return;
      }
      Emptying.empty(plan.tables(), database, views);
      views
          .names()
          .forEach((query, name) -> views.note(query, check.whenEmpty(query, name, database)));
      plan.queries().forEach(query -> count(query, tally));
    }

    private boolean replay(Statements statements) {
      for (Step step : plan.rest()) {
        if (step instanceof Query query) {
          views.note(query, check.atPlace(query, views.name(query), database, expected));
        } else if (step instanceof Statement statement && !follow(statement, statements)) {
          return false;
        }
      }
      return true;
    }

    private boolean follow(Statement statement, Statements statements) {
      return statements.run(
          statement, () -> views.follow(() -> Steps.execute(statement, database)));
    }

    private void count(Query query, Tally tally) {
      Optional<String> problem = views.problem(query);
      if (problem.isPresent()) {
        tally.failed(query, problem.get());
      } else if (check.needsViews() && views.isImpossible(query)) {
        tally.skipped(query);
      } else {
        tally.passed(query);
      }
    }
  }
}
