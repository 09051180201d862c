package io.millrace.engine.circuit;

import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import java.util.Optional;
import java.util.function.Supplier;

/** What a circuit is given for one tick: what changed, and everything as it was before. */
public interface TickInput {
  /** The net change of a table or view, or empty if it did not change. */
  Optional<RelationDelta> delta(int relationId);

  /** The trace in a slot of any kind but {@link TraceSlot.Kind#STATE}, before the tick. */
  Trace trace(int slot);

  /** The state in a slot of kind {@link TraceSlot.Kind#STATE}, before the tick. */
  StateTrace state(int slot);

  /** A table or view before the tick, for the arrangements that it serves. */
  RelationReader relation(int relationId);

  /**
   * Whether this is the circuit's first tick: all traces are empty and nothing was put out yet.
   * Then constants come out, and the one row of an aggregate without groups.
   */
  boolean isFirst();

  /**
   * A node's delta: from another circuit that has ticked the same node over the same maps in this
   * commit, or else from {@code tick}.
   */
  default ZSet shared(int node, Supplier<ZSet> tick) {
    return tick.get();
  }

  /** Whether another circuit that keeps the same map has staged this commit's change of it. */
  default boolean isStaged(int slot) {
    return false;
  }

  /** How to choose between ways that give the same result. */
  default TickStrategy strategy() {
    return TickCosts.MEASURED;
  }

  /** A frame to evaluate expressions over rows of a type. */
  default EvaluationFrame frame(RowType rowType) {
    return EvaluationFrame.of(rowType);
  }

  /**
   * Ends the commit if it was cancelled or ran out of time.
   *
   * @throws io.millrace.engine.error.DatabaseException 57014
   */
  void checkCanceled();
}
