package io.millrace.engine.session;

import io.millrace.engine.catalog.View;
import io.millrace.engine.plan.DmlPlan;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.plan.Rewriting;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.plan.rewrite.Candidates;
import io.millrace.engine.plan.rewrite.Rewriter;
import io.millrace.engine.view.Circuits;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the queries of a database find kept views, and how often they did. Thread-safe.
 *
 * <p>A query can always be answered without views: whatever goes wrong while one is looked for is
 * counted, told to the log once, and the query runs as it was written.
 */
final class Rewritings {
  private static final Logger LOGGER = LoggerFactory.getLogger(Rewritings.class);

  private final Candidates candidates;
  private final Map<Integer, LongAdder> uses = new ConcurrentHashMap<>();
  private final AtomicBoolean told = new AtomicBoolean();
  private final LongAdder failures = new LongAdder();

  Rewritings(Circuits circuits) {
    this.candidates = new Candidates(circuits::of);
  }

  /** The statement with its query over kept views, if they serve it. */
  Statement add(Statement statement, PlannerContext context) {
    if (statement instanceof Statement.Explain explain) {
      return new Statement.Explain(add(explain.statement(), context), explain.analyze());
    }
    if (statement instanceof Statement.Dml dml && dml.plan().kind() == DmlPlan.Kind.INSERT) {
      return dml.with(find(dml.plan().query(), context));
    }
    return statement instanceof Statement.Query query && query.lock() == null
        ? query.with(find(query.plan(), context))
        : statement;
  }

  private @Nullable Rewriting find(QueryPlan plan, PlannerContext context) {
    try {
      return Rewriter.rewrite(plan, candidates, context);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      failures.increment();
      if (told.compareAndSet(false, true)) {
        LOGGER.warn("A query runs without views: looking for them failed", e);
      }
      return null;
    }
  }

  /** Why each view that shares a relation with the query does not answer it. */
  List<String> reasons(QueryPlan plan, PlannerContext context) {
    try {
      return Rewriter.reasons(plan, candidates, context);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      failures.increment();
      return List.of("Looking for views failed: " + e);
    }
  }

  /** Counts an execution that reads these views in place of tables. */
  void count(List<View> views) {
    views.forEach(view -> uses.computeIfAbsent(view.id(), id -> new LongAdder()).increment());
  }

  /** How many executions read the view in place of tables since the database was opened. */
  long uses(View view) {
    LongAdder counted = uses.get(view.id());
    return counted == null ? 0 : counted.sum();
  }

  /** How often looking for views failed. */
  long failures() {
    return failures.sum();
  }
}
