package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.storage.row.RowType;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over a frame that moves on, by the accumulators that GROUP BY has.
 *
 * <p>A linear one forgets the rows that leave: O(1) per row that enters or leaves. Of the others,
 * extremes over frames that lose rows come from an {@link ExtremeTree}, in O(log rows); what else
 * cannot forget is computed afresh where a frame lost rows, in O(its rows). One thread at a time.
 */
final class FrameAggregate {
  private final AggregateCall call;
  private final WindowRows rows;
  private final RowType type;
  private final FrameRows frame;
  private final @Nullable ExtremeTree extremes;
  private Accumulator accumulator;

  /** The stretches of the frame that the accumulator has, empty at first. */
  private int from;

  private int middleFrom;
  private int middleTo;
  private int to;
  private int ownRow = -1;
  private long own;

  private boolean known;
  private @Nullable Object result;

  FrameAggregate(
      AggregateCall call, WindowRows rows, RowType type, FrameRows frame, boolean loses) {
    this.call = call;
    this.rows = rows;
    this.type = type;
    this.frame = frame;
    this.extremes = loses && isExtreme(call.function()) ? new ExtremeTree(call, rows, type) : null;
    this.accumulator = newAccumulator();
  }

  private static boolean isExtreme(AggregateFunction function) {
    return switch (function) {
      case MIN, MAX, ANY_VALUE -> true;
      default -> false;
    };
  }

  private Accumulator newAccumulator() {
    Accumulator plain = call.newAccumulator(type);
    return call.distinct()
        ? new DistinctAccumulator(plain, type.column(call.arguments().get(0)).type())
        : plain;
  }

  /** The result over the frame, which has moved to a row. */
  @Nullable Object result(int row) {
    if (extremes != null) {
      return extremes.result(frame, row);
    }
    boolean same = hasStretches() && own == frame.own && (own == 0 || ownRow == row);
    if (!known || !same) {
      if (call.function().isLinear()) {
        slide(row);
      } else {
        grow(row);
      }
      result = accumulator.result();
      known = true;
    }
    return result;
  }

  private boolean hasStretches() {
    return from == frame.from
        && to == frame.to
        && middleFrom == frame.middleFrom
        && middleTo == frame.middleTo;
  }

  private @Nullable Object input(int row) {
    return call.input(argument -> rows.cell(row, call.arguments().get(argument)));
  }

  private void slide(int row) {
    if (own != 0) {
      accumulator.add(input(ownRow), -own);
    }
    move(from, middleFrom, frame.from, frame.middleFrom);
    move(middleTo, to, frame.middleTo, frame.to);
    take(row);
  }

  /** Brings a stretch that has been added to where it must be. */
  private void move(int oldFrom, int oldTo, int newFrom, int newTo) {
    if (newFrom >= oldTo || newTo <= oldFrom) {
      add(oldFrom, oldTo, -1);
      add(newFrom, newTo, 1);
      return;
    }
    add(oldFrom, newFrom, -1);
    add(newFrom, oldFrom, 1);
    add(oldTo, newTo, 1);
    add(newTo, oldTo, -1);
  }

  private void add(int first, int last, int sign) {
    for (int row = first; row < last; row++) {
      accumulator.add(input(row), sign * rows.weight(row));
    }
  }

  private void grow(int row) {
    boolean grows =
        known
            && own == 0
            && frame.own == 0
            && middleFrom == middleTo
            && from == frame.from
            && frame.middleFrom == frame.middleTo
            && to <= frame.to
            && middleTo == to;
    if (!grows) {
      accumulator = newAccumulator();
      add(frame.from, frame.middleFrom, 1);
      add(frame.middleTo, frame.to, 1);
    } else {
      add(to, frame.to, 1);
    }
    take(row);
  }

  private void take(int row) {
    from = frame.from;
    middleFrom = frame.middleFrom;
    middleTo = frame.middleTo;
    to = frame.to;
    own = frame.own;
    ownRow = row;
    if (own != 0) {
      accumulator.add(input(row), own);
    }
  }
}
