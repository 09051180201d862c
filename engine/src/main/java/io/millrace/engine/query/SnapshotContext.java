package io.millrace.engine.query;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.StatementValues;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.EvaluatedView;
import io.millrace.storage.row.RowType;
import io.millrace.storage.store.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a statement sees: one snapshot, and the transaction's own changes in tables and, through
 * them, in views. One thread at a time.
 *
 * <p>A view over a table that the transaction changed is expanded: its circuit's Q is evaluated
 * over the changed tables, since its stored rows don't have the changes yet. So is a suspended
 * view, which has no stored rows.
 */
public final class SnapshotContext implements EvaluateContext {
  private final Catalog catalog;
  private final Snapshot snapshot;
  private final PendingChanges pending;
  private final Circuits circuits;
  private final List<@Nullable Object> parameters;
  private final StatementValues statement;
  private final Cancellation cancellation;
  private final SystemSource system;
  private final Map<Integer, SystemReader> systemReaders = new HashMap<>();

  public SnapshotContext(
      Catalog catalog,
      Snapshot snapshot,
      PendingChanges pending,
      Circuits circuits,
      List<@Nullable Object> parameters,
      StatementValues statement,
      Cancellation cancellation,
      SystemSource system) {
    this.catalog = catalog;
    this.snapshot = snapshot;
    this.pending = pending;
    this.circuits = circuits;
    this.parameters = parameters;
    this.statement = statement;
    this.cancellation = cancellation;
    this.system = system;
  }

  @Override
  public EvaluationFrame frame(RowType rowType) {
    return new EvaluationFrame(rowType, parameters, statement);
  }

  @Override
  public RelationReader relation(int relationId) {
    Relation relation = catalog.require(relationId);
    if (relation instanceof SystemRelation about) {
      return systemReaders.computeIfAbsent(
          relationId, id -> new SystemReader(about, () -> system.rows(about, catalog, snapshot)));
    }
    if (relation instanceof View view && !isStored(view)) {
      return recompute(view);
    }
    if (relation instanceof Table table && isChanged(table)) {
      return table(table);
    }
    return new StoredRelation(relation, snapshot);
  }

  /** Whether the transaction changed a table, or one beneath a view. */
  public boolean isChanged(Relation relation) {
    if (pending.isEmpty()) {
      return false;
    }
    if (relation instanceof View view) {
      return view.dependencies().stream().anyMatch(id -> isChanged(catalog.require(id)));
    }
    return pending.touches(relation.id());
  }

  /** Whether the relation's rows are read from where they are kept, and not computed. */
  boolean isStored(Relation relation) {
    if (relation instanceof View view) {
      return !view.isSuspended() && !isChanged(view);
    }
    return relation instanceof Table;
  }

  /** A view's contents as its query yields them here, whatever is kept. */
  public RelationReader recompute(View view) {
    return new EvaluatedView(view, circuits.of(view), this);
  }

  /** The transaction's own state of a table. */
  public ChangedTable table(Table table) {
    return new ChangedTable(table, snapshot, pending);
  }

  /** The catalog of the snapshot. */
  public Catalog catalog() {
    return catalog;
  }

  /** Where the statement counts the rows that it reads. */
  Progress progress() {
    return cancellation.progress();
  }

  @Override
  public void checkCanceled() {
    cancellation.check();
  }
}
