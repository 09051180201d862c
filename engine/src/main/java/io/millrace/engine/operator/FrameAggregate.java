package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.storage.row.RowType;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over a frame that moves on, by the accumulators and ordered values that GROUP BY
 * has: rows that enter are added, rows that leave are retracted.
 *
 * <p>Cost: O(1) per row that enters or leaves for linear calls and for extremes of frames that lose
 * no row; O(log rows) for ordered calls and those with DISTINCT, by a {@link FrameOrder}. A list or
 * MODE reads the frame's values for each row that it is computed for. One thread at a time.
 */
final class FrameAggregate {
  private final AggregateCall call;
  private final WindowRows rows;
  private final FrameRows frame;

  /** Gives the result of a linear call, or of an extreme that loses nothing. */
  private final @Nullable Accumulator accumulator;

  /** The values of the frame, of an ordered call and of one with DISTINCT. */
  private final @Nullable FrameOrder order;

  /** The stretches of the frame that have been added, empty at first. */
  private int from;

  private int middleFrom;
  private int middleTo;
  private int to;
  private int ownRow = -1;
  private long own;

  private boolean known;
  private @Nullable Object result;

  FrameAggregate(WindowCall written, WindowRows rows, RowType type, FrameRows frame) {
    this.call = written.requireAggregate();
    this.rows = rows;
    this.frame = frame;
    this.order = accumulates(call, written.frame()) ? null : new FrameOrder(call, rows, type);
    Accumulator going = rows.before().accumulator(written);
    boolean counts = order == null || call.function().isLinear();
    this.accumulator = going != null ? going : counts ? call.newAccumulator(type) : null;
  }

  /** Whether an accumulator alone gives the results over a frame. */
  static boolean accumulates(AggregateCall call, WindowFrame frame) {
    return !call.distinct()
        && (call.function().isLinear() || (isExtreme(call.function()) && !frame.losesRows()));
  }

  /** Whether an accumulator takes values of it, but forgets none. */
  private static boolean isExtreme(AggregateFunction function) {
    return switch (function) {
      case MIN, MAX, ANY_VALUE -> true;
      default -> false;
    };
  }

  /** The result over the frame, which has moved to a row. */
  @Nullable Object result(int row) {
    boolean same = hasStretches() && own == frame.own && (own == 0 || ownRow == row);
    if (!known || !same) {
      slide(row);
      result = result();
      known = true;
    }
    return result;
  }

  private @Nullable Object result() {
    if (accumulator != null) {
      return accumulator.result();
    }
    if (order == null) {
      throw new AssertionError(call + " has neither accumulator nor values");
    }
    return call.result(order.read());
  }

  private boolean hasStretches() {
    return from == frame.from
        && to == frame.to
        && middleFrom == frame.middleFrom
        && middleTo == frame.middleTo;
  }

  private void slide(int row) {
    if (own != 0) {
      add(ownRow, -own);
    }
    move(from, middleFrom, frame.from, frame.middleFrom);
    move(middleTo, to, frame.middleTo, frame.to);
    from = frame.from;
    middleFrom = frame.middleFrom;
    middleTo = frame.middleTo;
    to = frame.to;
    own = frame.own;
    ownRow = row;
    if (own != 0) {
      add(row, own);
    }
  }

  /** Brings a stretch that has been added to where it must be. */
  private void move(int oldFrom, int oldTo, int newFrom, int newTo) {
    if (newFrom >= oldTo || newTo <= oldFrom) {
      addAll(oldFrom, oldTo, -1);
      addAll(newFrom, newTo, 1);
      return;
    }
    addAll(oldFrom, newFrom, -1);
    addAll(newFrom, oldFrom, 1);
    addAll(oldTo, newTo, 1);
    addAll(newTo, oldTo, -1);
  }

  private void addAll(int first, int last, int sign) {
    for (int row = first; row < last; row++) {
      add(row, sign * rows.weight(row));
    }
  }

  private void add(int row, long weight) {
    long change = order == null ? weight : order.add(row, weight);
    if (accumulator != null && change != 0) {
      accumulator.add(
          call.input(argument -> rows.cell(row, call.arguments().get(argument))), change);
    }
  }
}
