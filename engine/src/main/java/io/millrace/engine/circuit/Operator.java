package io.millrace.engine.circuit;

import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.List;

/**
 * One operator of the algebra: its query Q and its incremental form Q^Δ = D ∘ ↑Q ∘ I, side by side.
 *
 * <p>Immutable and thread-safe: an operator has no state of its own. What Q^Δ has to remember
 * stands in the traces that {@link #traces()} declares; the context hands out readers of them at
 * the version before the tick.
 */
public interface Operator {
  /** How Q treats sums of its inputs; decides which laws it is held to. */
  enum Linearity {
    LINEAR,
    MULTILINEAR,
    NON_LINEAR
  }

  /** The field's name for it, as EXPLAIN shows it, such as {@code Join}. */
  String name();

  /** What EXPLAIN shows behind the name: keys, predicates, projections. */
  String describe();

  /** The type of output rows. */
  RowType outputType();

  Linearity linearity();

  /** The traces that {@link #tick} reads, in the order in which it asks the context for them. */
  List<TraceSpec> traces();

  /**
   * Q over whole inputs: lazily, cancellable. A cursor of the result; rows may come several times,
   * their weights add up.
   *
   * @throws io.millrace.engine.error.DatabaseException if an expression fails for a row
   */
  Cursor evaluate(EvaluateContext context, List<Input> inputs);

  /**
   * Q^Δ: the change of the output in one tick, given the change of each input. Reads traces of the
   * previous tick only and stages what it changes; has no effect if it throws. Never called when
   * all deltas are empty, but see {@link #emitsOverNothing()}.
   *
   * @throws io.millrace.engine.error.DatabaseException if an expression fails for a row of nonzero
   *     net weight
   */
  ZSet tick(TickContext context, List<ZSet> deltas);

  /**
   * Whether Q of nothing is not nothing, as for constants and aggregates without groups. Then
   * {@link #tick} also runs in the circuit's first tick, whatever the inputs' deltas are; without
   * inputs it runs then and never again, so that the change of a constant is the constant.
   */
  default boolean emitsOverNothing() {
    return false;
  }

  /** Whether {@link #tick} is {@link Recompute}, whose cost follows the state, not the change. */
  default boolean isRecomputed() {
    return false;
  }

  /** Writes the operator in its stored form; {@code OperatorCodec} reads it back. */
  void write(CircuitWriter out);
}
