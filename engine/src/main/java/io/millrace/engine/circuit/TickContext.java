package io.millrace.engine.circuit;

import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Operator#tick} may ask: traces at the version before the tick, by their index in
 * {@link Operator#traces()}, and a place to stage changes of its own state.
 */
public interface TickContext {
  /** Rows by key of a {@link TraceSpec.Arrangement}, old state. */
  ArrangementReader arrangement(int trace);

  /**
   * The same for about so many keys, asked for in ascending order: looked up one by one or read by
   * one scan, as {@link TickStrategy} says. Keys in another order get the same rows, only slower.
   */
  ArrangementReader arrangement(int trace, long lookups);

  /** What this tick adds to a {@link TraceSpec.Arrangement}: the input's delta by its key. */
  IndexedZSet arrangementDelta(int trace);

  /** A {@link TraceSpec.Projection} or {@link TraceSpec.Integral}, old state. */
  Trace trace(int trace);

  /** What this tick adds to a {@link TraceSpec.Projection} or {@link TraceSpec.Integral}. */
  ZSet traceDelta(int trace);

  /** A {@link TraceSpec.Projection} or {@link TraceSpec.Integral}, new state. */
  default Trace newTrace(int trace) {
    ZSet delta = traceDelta(trace);
    return delta.isEmpty() ? trace(trace) : new OverlayTrace(trace(trace), delta);
  }

  /** A {@link TraceSpec.State}, old state. */
  StateTrace state(int trace);

  /** Stages new values of a {@link TraceSpec.State}; null removes a key. Ordered by bytes. */
  void stage(int trace, SortedMap<byte[], byte @Nullable []> values);

  /** The net change of a table or view in this tick, for a {@link Source} alone. */
  RelationDelta relationDelta(int relationId);

  /** Whether this is the circuit's first tick, before which nothing was put out. */
  boolean isFirst();

  /** A frame to evaluate expressions over rows of a type. */
  EvaluationFrame frame(RowType rowType);

  /**
   * Ends the commit if it was cancelled or ran out of time; call it in every loop.
   *
   * @throws io.millrace.engine.error.DatabaseException 57014
   */
  void checkCanceled();
}
