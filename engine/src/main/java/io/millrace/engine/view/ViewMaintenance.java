package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.OperatorException;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.circuit.TickCounts;
import io.millrace.engine.circuit.TickResult;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.RowErrors;
import io.millrace.storage.row.RowException;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One tick of every circuit that depends on a changed relation, in dependency order, views on views
 * included. Thread-safe; keeps nothing.
 */
public final class ViewMaintenance {
  private final Circuits circuits;

  public ViewMaintenance(Circuits circuits) {
    this.circuits = circuits;
  }

  /**
   * What a tick yields; dropping it undoes it.
   *
   * @param viewDeltas the net change of each view that changes
   * @param changes the change of each map that changes: view contents and operator state
   * @param counts what each circuit did, for {@link #count}
   */
  public record Outcome(
      Map<Integer, ZSet> viewDeltas,
      Map<Integer, TraceChange> changes,
      Map<View, TickCounts> counts) {}

  /** Which views a tick leaves out, and what becomes of it when another cannot follow. */
  public interface Failures {
    /** Whether a view is left out: it failed before, or something that it reads did. */
    boolean isLeftOut(View view);

    /**
     * Decides about a view that cannot follow.
     *
     * @param failure what its tick threw; an error of its expressions says so by its code
     * @return true if the tick goes on without the view and all that read it, which are left out
     *     from now on; false to end it with the failure
     */
    boolean leaveOut(View view, Throwable failure);
  }

  /**
   * Ticks the views above the changed tables; what views have in common is done once. Cost: follows
   * the deltas; views that read nothing changed cost one look.
   *
   * @throws DatabaseException with the SQLSTATE of what went wrong, naming the view
   */
  public Outcome tick(
      Catalog catalog,
      Snapshot old,
      Map<Integer, ZSet> tableDeltas,
      Failures failures,
      Runnable cancelCheck) {
    Map<Integer, RelationDelta> deltas = new HashMap<>();
    tableDeltas.forEach((id, delta) -> deltas.put(id, relationDelta(catalog, id, delta)));
    Map<Integer, ZSet> viewDeltas = new LinkedHashMap<>();
    Map<Integer, TraceChange> changes = new LinkedHashMap<>();
    Map<View, TickCounts> counts = new LinkedHashMap<>();
    SharedTicks shared = new SharedTicks(circuits.sharedNodes(catalog), changes);
    for (View view : catalog.maintainedViews()) {
      if (failures.isLeftOut(view) || Collections.disjoint(view.dependencies(), deltas.keySet())) {
        continue;
      }
      try {
        TickResult result = tick(view, catalog, old, deltas, cancelCheck, shared);
        StoredTick.stage(view, result, changes);
        counts.put(view, result.counts());
        shared.keep();
        ZSet delta = result.viewDelta();
        if (!delta.isEmpty()) {
          viewDeltas.put(view.id(), delta);
          deltas.put(view.id(), relationDelta(catalog, view.id(), delta));
        }
      } catch (RuntimeException | AssertionError e) {
        shared.discard();
        if (!failures.leaveOut(view, e)) {
          throw e;
        }
      }
    }
    return new Outcome(viewDeltas, changes, counts);
  }

  /** Counts the ticks of a commit that went through. */
  public void count(Outcome outcome) {
    outcome.counts().forEach((view, counts) -> circuits.statistics(view).add(counts));
  }

  private TickResult tick(
      View view,
      Catalog catalog,
      Snapshot old,
      Map<Integer, RelationDelta> deltas,
      Runnable cancelCheck,
      SharedTicks shared) {
    Circuit circuit = circuits.of(view);
    RefillTick refill = new RefillTick(view, circuits, catalog, old, deltas, cancelCheck);
    try {
      TickResult result =
          refill.pays()
              ? refill.run()
              : circuit.tick(
                  new StoredTick(
                      view,
                      id -> new StoredRelation(catalog.require(id), old),
                      old,
                      deltas,
                      false,
                      cancelCheck,
                      shared,
                      circuits.strategy()));
      requireBag(view, old.trace(view.mapId()), result.viewDelta());
      return result;
    } catch (OperatorException e) {
      DatabaseException failure = failure(view, e);
      circuits.statistics(view).failed(failure.message());
      throw failure;
    }
  }

  /** The error of a view that cannot follow: its name, and where in its circuit. */
  static DatabaseException failure(View view, OperatorException failure) {
    RuntimeException raised = failure.raised();
    DatabaseException inner =
        raised instanceof DatabaseException error
            ? error
            : raised instanceof RowException row
                ? RowErrors.of(row)
                : ErrorCode.NUMERIC_OUT_OF_RANGE.exception("A weight", "a row of the view");
    return ErrorCode.VIEW_MAINTENANCE_FAILED.wrap(
        inner, view.name(), failure.operator(), inner.message());
  }

  /** A delta with the columns of its relation. */
  public static RelationDelta relationDelta(Catalog catalog, int id, ZSet delta) {
    return new RelationDelta(catalog.require(id).rowType(), catalog.require(id).columnIds(), delta);
  }

  /** A view's contents must stay a bag; if not, an operator is wrong and nothing may be kept. */
  static void requireBag(View view, Trace contents, ZSet delta) {
    for (int i = 0; i < delta.size(); i++) {
      long weight = delta.weight(i);
      if (weight < 0 && contents.weight(delta.row(i)) + weight < 0) {
        throw new AssertionError(
            "view "
                + view.name()
                + " must stay a bag, but a row of weight "
                + contents.weight(delta.row(i))
                + " changes by "
                + weight);
      }
    }
  }
}
