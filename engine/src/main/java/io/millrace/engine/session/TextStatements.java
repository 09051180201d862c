package io.millrace.engine.session;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.engine.commit.DatabaseState;
import io.millrace.engine.commit.Transaction;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.DmlPlan;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.plan.RewriteMode;
import io.millrace.engine.plan.Rewriting;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.query.Explanation;
import io.millrace.engine.query.SnapshotContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Statements whose result is text: SHOW, EXPLAIN, VERIFY. */
final class TextStatements {
  private final Database database;
  private final Session session;
  private final TransactionState transactions;

  TextStatements(Database database, Session session, TransactionState transactions) {
    this.database = database;
    this.session = session;
    this.transactions = transactions;
  }

  /** The statement's text if it is one of these, else null. */
  @Nullable TextRows run(Statement statement, Execution execution) {
    if (statement instanceof Statement.ShowSetting show) {
      return show(show.name());
    }
    if (statement instanceof Statement.Explain explain) {
      return explain(explain, execution);
    }
    if (statement instanceof Statement.ExplainCircuit explain) {
      return TextRows.lines(circuitText(explain, execution));
    }
    if (statement instanceof Statement.VerifyView verify) {
      View view = incrementalView(transactions.catalog(), verify.name());
      ViewDdl.requireMaintained(view, "There is nothing to verify");
      try (Transaction transaction = database.pipeline().begin()) {
        execution.requirePlanned(transaction);
        return new TextRows(ViewVerification.differences(view, execution.context(transaction)));
      }
    }
    return null;
  }

  private TextRows show(@Nullable String name) {
    if (name != null) {
      return TextRows.lines(session.settings().get(Settings.find(name)));
    }
    return new TextRows(
        Settings.names().stream()
            .map(each -> List.of(each, session.settings().get(Settings.find(each))))
            .toList());
  }

  private TextRows explain(Statement.Explain explain, Execution execution) {
    try (Transaction transaction = database.pipeline().begin()) {
      execution.requirePlanned(transaction);
      SnapshotContext context = execution.context(transaction);
      if (explain.statement() instanceof Statement.Dml dml) {
        return TextRows.lines(explained(dml, execution, context));
      }
      if (explain.statement() instanceof Statement.Query select) {
        Rewriting rewriting = execution.usable(select.rewriting());
        QueryPlan plan = rewriting == null ? select.plan() : rewriting.plan();
        String text =
            rewriting(select.plan(), select.rewriting(), rewriting, context)
                + Explanation.of(plan, context);
        return TextRows.lines(explain.analyze() ? text + analyze(plan, execution) : text);
      }
    }
    throw ErrorCode.FEATURE_NOT_SUPPORTED.exception(
        "EXPLAIN of this statement", "Explain a query, INSERT, UPDATE or DELETE.");
  }

  private String explained(Statement.Dml dml, Execution execution, SnapshotContext context) {
    QueryPlan query = dml.plan().query();
    Relation table = context.catalog().require(dml.plan().tableId());
    boolean inserts = dml.plan().kind() == DmlPlan.Kind.INSERT && !query.relationIds().isEmpty();
    Rewriting rewriting = inserts ? execution.usable(dml.rewriting()) : null;
    QueryPlan plan = rewriting == null ? query : rewriting.plan();
    return (inserts ? rewriting(query, dml.rewriting(), rewriting, context) : "")
        + dml.plan().kind().name()
        + " "
        + table.name()
        + "\n"
        + Explanation.of(plan, context).indent(2);
  }

  /**
   * Over which views the query runs, or for each that might have served why it does not.
   *
   * @param possible what was found when the query was planned, or null
   * @param rewriting what runs now, or null if that is the query as written
   */
  private String rewriting(
      QueryPlan query,
      @Nullable Rewriting possible,
      @Nullable Rewriting rewriting,
      SnapshotContext context) {
    if (rewriting != null) {
      StringBuilder text = new StringBuilder("Rewritten over: ");
      text.append(rewriting.views().stream().map(v -> v.name().toString()).collect(joining(", ")));
      text.append('\n');
      for (View view : rewriting.lacking()) {
        text.append("  Rows that " + view.name() + " lacks are read from its tables.\n");
      }
      return text.toString();
    }
    return "Not rewritten\n" + String.join("", whyNot(query, possible, context));
  }

  private List<String> whyNot(
      QueryPlan query, @Nullable Rewriting possible, SnapshotContext context) {
    if (session.rewriting() == RewriteMode.OFF) {
      return List.of("  The setting rewrite is off.\n");
    }
    if (possible != null) {
      return List.of(
          possible.conditions().isEmpty()
              ? "  This transaction changed a table beneath a view that would serve.\n"
              : "  A view serves for some values of the parameters only.\n");
    }
    PlannerContext planning =
        new PlannerContext(context.catalog(), session.schema(), database::rowCount);
    return database.rewritings().reasons(query, planning).stream()
        .map(reason -> "  " + reason + "\n")
        .toList();
  }

  private static String analyze(QueryPlan plan, Execution execution) {
    long start = System.nanoTime();
    long count = 0;
    StatementResult.Rows result = execution.rows(plan);
    try (RowStream rows = result.rows()) {
      while (rows.next()) {
        count++;
      }
    }
    double millis = (System.nanoTime() - start) / 1e6;
    return String.format(Locale.ROOT, "%d rows in %.1f ms", count, millis);
  }

  private String circuitText(Statement.ExplainCircuit explain, Execution execution) {
    try (Transaction transaction = database.pipeline().begin()) {
      execution.requirePlanned(transaction);
      View view = incrementalView(transaction.state().catalog(), explain.view());
      CircuitText.Notes notes = notes(transaction.state(), view);
      Circuit circuit = database.circuits().of(view);
      return switch (explain.format()) {
        case "DOT" -> CircuitText.dot(circuit, notes);
        case "JSON" -> CircuitText.json(circuit, notes);
        default -> CircuitText.text(circuit, notes);
      };
    }
  }

  private static CircuitText.Notes notes(DatabaseState state, View view) {
    StoredSizes sizes = new StoredSizes(state.snapshot());
    return new CircuitText.Notes() {
      @Override
      public String relation(int id) {
        return state.catalog().require(id).name().toString();
      }

      @Override
      public String contents(TraceSlot slot) {
        StoredSizes.Size size = sizes.of(view, slot);
        return size.entries() + " entries, about " + size.bytes() + " bytes" + shared(slot);
      }

      @Override
      public String suspension() {
        String reason = view.suspension();
        return reason == null ? "" : reason;
      }

      private String shared(TraceSlot slot) {
        int map = view.traceMapIds().get(slot.id());
        List<String> others =
            state.catalog().maintainedViews().stream()
                .filter(other -> other.id() != view.id() && other.mapIds().contains(map))
                .map(other -> other.name().toString())
                .toList();
        return others.isEmpty() ? "" : ", shared with " + String.join(", ", others);
      }
    };
  }

  /** The incremental view of a name, or the error that there is none. */
  static View incrementalView(Catalog catalog, QualifiedName name) {
    Relation relation =
        catalog.relation(name).orElseThrow(() -> ErrorCode.UNDEFINED_TABLE.exception(name));
    if (relation instanceof View view && view.kind() == View.Kind.INCREMENTAL) {
      return view;
    }
    throw ErrorCode.WRONG_OBJECT_TYPE.exception(
        name,
        relation.kindName(),
        "an incremental view",
        "Name one that CREATE INCREMENTAL MATERIALIZED VIEW made.");
  }
}
