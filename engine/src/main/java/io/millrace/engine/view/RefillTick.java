package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.Source;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.circuit.TickCounts;
import io.millrace.engine.circuit.TickResult;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A view's tick when little remains beside what changes, as when a table is emptied: {@code D ∘ ↑Q
 * ∘ I} for the whole circuit. The relations' new contents are fed to the circuit from nothing, in
 * one tick, and what comes out is compared with what is stored, view and traces alike; so the
 * result is a tick's, staged as a tick's is, and errors are those of rows that will be there.
 *
 * <p>Cost: that of a fill from the new contents, and one walk over all that is stored. One thread
 * at a time.
 */
final class RefillTick {
  private static final byte[] ALL = {};

  private final View view;
  private final Circuit circuit;
  private final Catalog catalog;
  private final Snapshot old;
  private final Snapshot kept;
  private final Map<Integer, RelationDelta> deltas;
  private final Runnable cancelCheck;
  private final TickStrategy strategy;

  RefillTick(
      View view,
      Circuits circuits,
      Catalog catalog,
      Snapshot old,
      Map<Integer, RelationDelta> deltas,
      Runnable cancelCheck) {
    this(view, circuits, catalog, old, old, deltas, cancelCheck);
  }

  /**
   * A tick of a view whose maps are kept apart from what it reads.
   *
   * @param old what the relations held before the deltas
   * @param kept what the view's maps hold
   */
  RefillTick(
      View view,
      Circuits circuits,
      Catalog catalog,
      Snapshot old,
      Snapshot kept,
      Map<Integer, RelationDelta> deltas,
      Runnable cancelCheck) {
    this.view = view;
    this.circuit = circuits.of(view);
    this.catalog = catalog;
    this.old = old;
    this.kept = kept;
    this.deltas = deltas;
    this.cancelCheck = cancelCheck;
    this.strategy = circuits.strategy();
  }

  /**
   * Whether to tick the view in this way. A map that other views read, too, is theirs as well: what
   * is staged for it must come of the ticks that they share. Cost: O(relations, traces, views).
   */
  boolean pays() {
    long changed = 0;
    for (int id : view.dependencies()) {
      RelationDelta change = deltas.get(id);
      changed += change == null ? 0 : change.delta().size();
    }
    if (!strategy.refills(changed, 0, 0)) {
      return false;
    }
    long remaining = 0;
    long stored = kept.trace(view.mapId()).size();
    for (int id : view.dependencies()) {
      long rows = new StoredRelation(catalog.require(id), old).estimatedRows();
      RelationDelta change = deltas.get(id);
      if (change != null) {
        ZSet delta = change.delta();
        stored += rows;
        rows += 2L * delta.positive().size() - delta.size();
      }
      remaining += Math.max(0, rows);
    }
    for (TraceSlot slot : circuit.slots()) {
      stored += size(slot);
    }
    return strategy.refills(changed, remaining, stored) && !sharesMaps();
  }

  private long size(TraceSlot slot) {
    int map = StoredTick.mapId(view, slot.id());
    return slot.kind() == TraceSlot.Kind.STATE ? kept.state(map).size() : kept.trace(map).size();
  }

  private boolean sharesMaps() {
    for (Relation other : catalog.relations()) {
      if (other instanceof View view
          && view.id() != this.view.id()
          && !Collections.disjoint(view.mapIds(), this.view.mapIds())) {
        return true;
      }
    }
    return false;
  }

  TickResult run() {
    long start = System.nanoTime();
    Map<Integer, RelationDelta> contents = new HashMap<>();
    for (int id : circuit.relationIds()) {
      contents.put(id, contents(catalog.require(id)));
    }
    FedRelations nothing = new FedRelations(old);
    TickResult anew =
        circuit.tick(
            new StoredTick(
                view,
                id -> nothing.reader(catalog.require(id)),
                Snapshot.EMPTY,
                contents,
                true,
                cancelCheck,
                null,
                strategy));
    ZSet viewDelta = change(kept.trace(view.mapId()), anew.viewDelta());
    SortedMap<Integer, TraceChange> staged = new TreeMap<>();
    for (TraceSlot slot : circuit.slots()) {
      stage(slot, anew.staged().get(slot.id()), staged);
    }
    return new TickResult(viewDelta, staged, counts(viewDelta, System.nanoTime() - start));
  }

  /** What a relation will hold after this commit. */
  private RelationDelta contents(Relation relation) {
    RelationDelta change = deltas.get(relation.id());
    ZSet delta = change == null ? ZSet.EMPTY : change.delta();
    long[] left = new long[delta.size()];
    for (int i = 0; i < left.length; i++) {
      left[i] = delta.weight(i);
    }
    ZSetBuilder rows = new ZSetBuilder();
    Cursor before = new StoredRelation(relation, old).scan();
    int next = 0;
    while (before.next()) {
      cancelCheck.run();
      // Stored rows mostly come in the order of the delta's.
      int at = isAt(delta, next, before.row()) ? next : delta.indexOf(before.row());
      if (at >= 0) {
        left[at] = Math.addExact(left[at], before.weight());
        next = at + 1;
      } else {
        rows.add(before.row(), before.weight());
      }
    }
    for (int i = 0; i < left.length; i++) {
      rows.add(delta.row(i), left[i]);
    }
    return ViewMaintenance.relationDelta(catalog, relation.id(), rows.build());
  }

  private static boolean isAt(ZSet delta, int at, byte[] row) {
    return at < delta.size() && Arrays.equals(delta.row(at), row);
  }

  private void stage(
      TraceSlot slot, @Nullable TraceChange anew, SortedMap<Integer, TraceChange> staged) {
    int map = StoredTick.mapId(view, slot.id());
    if (slot.kind() == TraceSlot.Kind.STATE) {
      SortedMap<byte[], byte @Nullable []> changed =
          change(
              kept.state(map),
              anew instanceof TraceChange.Put put
                  ? put.values()
                  : new TreeMap<>(RowOrder.COMPARATOR));
      if (!changed.isEmpty()) {
        staged.put(slot.id(), new TraceChange.Put(changed));
      }
      return;
    }
    ZSet changed =
        change(kept.trace(map), anew instanceof TraceChange.Add add ? add.entries() : ZSet.EMPTY);
    if (!changed.isEmpty()) {
      staged.put(slot.id(), new TraceChange.Add(changed));
    }
  }

  private ZSet change(Trace before, ZSet after) {
    ZSetBuilder entries = new ZSetBuilder();
    Cursor cursor = before.cursor(ALL);
    while (cursor.next()) {
      cancelCheck.run();
      entries.add(cursor.row(), cursor.weight());
    }
    return after.minus(entries.build());
  }

  private SortedMap<byte[], byte @Nullable []> change(
      StateTrace before, SortedMap<byte[], byte @Nullable []> after) {
    SortedMap<byte[], byte @Nullable []> changed = new TreeMap<>(RowOrder.COMPARATOR);
    changed.putAll(after);
    StateCursor cursor = before.cursor(ALL);
    while (cursor.next()) {
      cancelCheck.run();
      byte[] value = changed.get(cursor.key());
      if (value == null) {
        changed.put(cursor.key(), null);
      } else if (Arrays.equals(value, cursor.value())) {
        changed.remove(cursor.key());
      }
    }
    return changed;
  }

  private TickCounts counts(ZSet viewDelta, long nanos) {
    TickCounts counts = TickCounts.of(circuit.nodes().size(), true);
    for (CircuitNode node : circuit.nodes()) {
      if (node.operator() instanceof Source source) {
        RelationDelta delta = deltas.get(source.relationId());
        counts.rowsIn()[node.id()] = delta == null ? 0 : delta.delta().size();
      }
    }
    counts.rowsOut()[circuit.sink()] = viewDelta.size();
    counts.nanos()[circuit.sink()] = nanos;
    return counts;
  }
}
