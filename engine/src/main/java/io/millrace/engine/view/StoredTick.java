package io.millrace.engine.view;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.TickInput;
import io.millrace.engine.circuit.TickResult;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A tick's input over stored maps.
 *
 * @param view the view whose circuit ticks
 * @param relations what each relation held before the tick
 * @param traces what the circuit's own maps held before the tick
 * @param deltas what changes
 * @param isFirst whether the circuit never ticked before
 * @param cancelCheck throws if the statement is to end
 * @param shared what other circuits have computed in the same commit, or null
 * @param strategy how to choose between ways
 */
record StoredTick(
    View view,
    IntFunction<RelationReader> relations,
    Snapshot traces,
    Map<Integer, RelationDelta> deltas,
    boolean isFirst,
    Runnable cancelCheck,
    @Nullable SharedTicks shared,
    TickStrategy strategy)
    implements TickInput {

  @Override
  public Optional<RelationDelta> delta(int relationId) {
    return Optional.ofNullable(deltas.get(relationId));
  }

  @Override
  public Trace trace(int slot) {
    return traces.trace(mapId(view, slot));
  }

  @Override
  public StateTrace state(int slot) {
    return traces.state(mapId(view, slot));
  }

  @Override
  public RelationReader relation(int relationId) {
    return relations.apply(relationId);
  }

  @Override
  public ZSet shared(int node, Supplier<ZSet> tick) {
    return shared == null ? tick.get() : shared.delta(view, node, tick);
  }

  @Override
  public boolean isStaged(int slot) {
    return shared != null && shared.isStaged(mapId(view, slot));
  }

  @Override
  public void checkCanceled() {
    cancelCheck.run();
  }

  /** Adds what a tick staged to {@code changes}, by map id. */
  static void stage(View view, TickResult result, Map<Integer, TraceChange> changes) {
    result.staged().forEach((slot, change) -> changes.put(mapId(view, slot), change));
    if (!result.viewDelta().isEmpty()) {
      changes.put(view.mapId(), new TraceChange.Add(result.viewDelta()));
      for (int i = 0; i < view.indexes().size(); i++) {
        changes.put(
            view.indexes().get(i).mapId(),
            new TraceChange.Add(Index.entries(view.indexFormats().get(i), result.viewDelta())));
      }
    }
  }

  static int mapId(View view, int slot) {
    return view.traceMapIds().get(slot);
  }
}
