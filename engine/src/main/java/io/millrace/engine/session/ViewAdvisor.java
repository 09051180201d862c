package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.commit.Transaction;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.operator.OperatorCodec;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.plan.StatementPlanner;
import io.millrace.engine.plan.rewrite.Advice;
import io.millrace.engine.plan.rewrite.Advisor;
import io.millrace.engine.plan.rewrite.AskedQuery;
import io.millrace.engine.plan.rewrite.Trial;
import io.millrace.engine.query.Cancellation;
import io.millrace.engine.query.QueryRunner;
import io.millrace.engine.query.SnapshotContext;
import io.millrace.storage.trace.Cursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** ADVISE VIEWS: the advisor over one snapshot of the database. */
final class ViewAdvisor {
  private final Database database;
  private final Session session;

  ViewAdvisor(Database database, Session session) {
    this.database = database;
    this.session = session;
  }

  List<Advice> advise(
      Statement.AdviseViews statement, Execution execution, Cancellation cancellation) {
    try (Transaction transaction = database.pipeline().begin()) {
      execution.requirePlanned(transaction);
      SnapshotContext snapshot = execution.context(transaction);
      Catalog catalog = snapshot.catalog();
      PlannerContext context = new PlannerContext(catalog, session.schema(), database::rowCount);
      Trial trial = new SnapshotTrial(snapshot, cancellation);
      if (statement.plan() != null && statement.sql() != null) {
        return Advisor.each(new AskedQuery(statement.sql(), statement.plan(), 1), trial, context);
      }
      return Advisor.together(recorded(context), trial, context);
    }
  }

  /** The recorded queries, as far as they still mean something. */
  private List<AskedQuery> recorded(PlannerContext context) {
    List<AskedQuery> queries = new ArrayList<>();
    session
        .recorded()
        .counts()
        .forEach(
            (sql, count) -> {
              try {
                if (StatementPlanner.plan(sql, context) instanceof Statement.Query query
                    && query.plan().relationIds().stream()
                        .noneMatch(id -> context.catalog().require(id) instanceof SystemRelation)) {
                  queries.add(new AskedQuery(sql, query.plan(), count));
                }
              } catch (DatabaseException e) {
                // A relation that it read is gone, or another schema is set.
              }
            });
    return queries;
  }

  /** Views made over a snapshot's catalog that nobody else sees. */
  private final class SnapshotTrial implements Trial {
    /** More rows of a relation are not counted one by one. */
    private static final int MOST_ROWS = 200_000;

    private final SnapshotContext snapshot;
    private final Cancellation cancellation;

    /** Circuits of views in thought: their ids may be those of real views one day. */
    private final Map<View, Circuit> circuits = new HashMap<>();

    SnapshotTrial(SnapshotContext snapshot, Cancellation cancellation) {
      this.snapshot = snapshot;
      this.cancellation = cancellation;
    }

    @Override
    public Catalog with(Statement.CreateView view, Catalog catalog) {
      return ViewDdl.createView(catalog, view, session.schema());
    }

    @Override
    public Circuit circuit(View view) {
      boolean isReal = snapshot.catalog().relation(view.id()).isPresent();
      return isReal
          ? database.circuits().of(view)
          : circuits.computeIfAbsent(
              view,
              v ->
                  Circuit.fromBytes(
                      Objects.requireNonNull(v.circuit(), "an incremental view").bytes(),
                      OperatorCodec::read));
    }

    @Override
    public Counted count(PlanNode rows) {
      Cursor cursor = QueryRunner.open(rows, snapshot);
      Set<ByteBuffer> different = new HashSet<>();
      long count = 0;
      boolean isAll = true;
      while (isAll && cursor.next()) {
        count += cursor.weight();
        different.add(ByteBuffer.wrap(cursor.row()));
        isAll = count < MOST_ROWS;
      }
      return new Counted((double) count, different.size(), isAll);
    }

    @Override
    public void check() {
      cancellation.check();
    }
  }
}
