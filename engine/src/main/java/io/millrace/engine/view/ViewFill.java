package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.OperatorException;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.circuit.TickResult;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Fills a new view: the relations that it reads are fed to its circuit from nothing, in ticks of
 * some ten thousand rows, and what the ticks stage goes into the view's own maps. So filling and
 * maintaining are one code.
 *
 * <p>Relations are fed one after the other, and each tick reads relations as they were fed so far:
 * those already fed as the snapshot has them, the others empty. A relation that serves an
 * arrangement of the circuit is fed in one tick, since its own stored rows can't be read half.
 */
public final class ViewFill {
  private static final int ROWS_PER_TICK = 20_000;

  private final FillTarget target;
  private final Circuits circuits;
  private final Circuit circuit;
  private final TickStrategy strategy;
  private final View view;
  private final Catalog catalog;

  public ViewFill(FillTarget target, Circuits circuits, View view, Catalog catalog) {
    this.target = target;
    this.circuits = circuits;
    this.circuit = circuits.of(view);
    this.strategy = circuits.strategy();
    this.view = view;
    this.catalog = catalog;
  }

  /**
   * Fills the view's maps from a snapshot; {@code progress} counts the rows that are fed.
   *
   * @throws io.millrace.engine.error.DatabaseException what evaluating the view raises, naming the
   *     view; 57014
   */
  public void run(Snapshot source, Runnable cancelCheck, Progress progress) {
    try {
      feed(source, cancelCheck, progress);
    } catch (OperatorException e) {
      feedAtOnce(source, cancelCheck);
    }
  }

  private void feed(Snapshot source, Runnable cancelCheck, Progress progress) {
    FedRelations fed = new FedRelations(source);
    tick(fed, Map.of(), true, cancelCheck);
    SortedSet<Integer> relations = new TreeSet<>(circuit.relationIds());
    for (int id : relations) {
      progress.expect(new StoredRelation(catalog.require(id), source).estimatedRows());
    }
    for (int id : relations) {
      feed(catalog.require(id), fed, cancelCheck, progress);
    }
  }

  /**
   * Everything in one tick, in memory: what fails over a part of the rows, as {@code 1 / COUNT(*)}
   * does over none, may well be there over all. What other ticks have put into the maps is changed
   * into what this one gives.
   */
  private void feedAtOnce(Snapshot source, Runnable cancelCheck) {
    try {
      RefillTick refill =
          new RefillTick(view, circuits, catalog, source, target.cut(), Map.of(), cancelCheck);
      Map<Integer, TraceChange> changes = new LinkedHashMap<>();
      StoredTick.stage(view, refill.run(), changes);
      target.apply(changes);
    } catch (OperatorException e) {
      throw ViewMaintenance.failure(view, e);
    }
  }

  private void feed(Relation relation, FedRelations fed, Runnable cancelCheck, Progress progress) {
    int limit = isServed(relation.id()) ? Integer.MAX_VALUE : ROWS_PER_TICK;
    Cursor rows = new StoredRelation(relation, fed.source()).scan();
    boolean more = true;
    while (more) {
      ZSetBuilder batch = new ZSetBuilder();
      int size = 0;
      more = false;
      while (size < limit && (more = rows.next())) {
        cancelCheck.run();
        progress.advance();
        batch.add(rows.row(), rows.weight());
        size++;
      }
      ZSet delta = batch.build();
      if (!delta.isEmpty()) {
        Map<Integer, RelationDelta> deltas = new HashMap<>();
        deltas.put(
            relation.id(), new RelationDelta(relation.rowType(), relation.columnIds(), delta));
        tick(fed, deltas, false, cancelCheck);
      }
    }
    fed.add(relation.id());
  }

  private boolean isServed(int relationId) {
    return circuit.served().stream().anyMatch(key -> key.relationId() == relationId);
  }

  private void tick(
      FedRelations fed, Map<Integer, RelationDelta> deltas, boolean isFirst, Runnable cancelCheck) {
    tick(id -> fed.reader(catalog.require(id)), deltas, isFirst, cancelCheck);
  }

  /**
   * Catches up with one commit that came after the snapshot that was filled from.
   *
   * @param before the state that the commit changed
   * @param deltas what it changed, by relation id; others than the view's are left aside
   */
  public void follow(Snapshot before, Map<Integer, RelationDelta> deltas, Runnable cancelCheck) {
    try {
      tick(id -> new StoredRelation(catalog.require(id), before), deltas, false, cancelCheck);
    } catch (OperatorException e) {
      throw ViewMaintenance.failure(view, e);
    }
  }

  private void tick(
      IntFunction<RelationReader> relations,
      Map<Integer, RelationDelta> deltas,
      boolean isFirst,
      Runnable cancelCheck) {
    TickResult result =
        circuit.tick(
            new StoredTick(
                view, relations, target.cut(), deltas, isFirst, cancelCheck, null, strategy));
    Map<Integer, TraceChange> changes = new LinkedHashMap<>();
    StoredTick.stage(view, result, changes);
    target.apply(changes);
  }
}
