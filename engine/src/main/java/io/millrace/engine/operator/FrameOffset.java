package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.RangeOffset;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import org.jspecify.annotations.Nullable;

/**
 * The offset of a frame that is known only when the query runs: the same in all rows. Immutable.
 *
 * @param column where it stands
 * @param type its type
 * @param ordered the type of the column that it is an offset from, or null if it counts
 */
public record FrameOffset(int column, ColumnType type, @Nullable ColumnType ordered) {
  /** Farther than any row; what is farther still is as far. */
  private static final long FAR = 1L << 62;

  /** The bound that a row has in the column, which lies in the direction of 1 or −1. */
  WindowFrame.Bound bound(int direction, @Nullable Object amount) {
    return bound(direction, amount, type, ordered);
  }

  boolean movesBack() {
    return ordered != null && RangeOffset.movesBack(ordered.type(), type.type());
  }

  /**
   * A bound that is so far away, in the order's direction, 1, or against it, −1.
   *
   * @param ordered the type of the column that it is an offset from, or null if it counts
   * @throws DatabaseException 22013 if it is NULL or negative, 0A000 if the order has no such
   *     offsets
   */
  public static WindowFrame.Bound bound(
      int direction, @Nullable Object amount, ColumnType type, @Nullable ColumnType ordered) {
    if (amount == null) {
      throw ErrorCode.INVALID_FRAME_OFFSET.exception("NULL");
    }
    if (ordered != null) {
      return WindowFrame.Bound.range(direction, RangeOffset.of(ordered, type, amount));
    }
    long count = (Long) amount;
    if (count < 0) {
      throw ErrorCode.INVALID_FRAME_OFFSET.exception(count);
    }
    return WindowFrame.Bound.rows(direction * Math.min(count, FAR));
  }

  /** Writes: column int, the types as those of a row. */
  void write(CircuitWriter out) {
    out.writeInt(column)
        .writeRowType(ordered == null ? RowType.of(type) : RowType.of(type, ordered));
  }

  static FrameOffset read(CircuitReader in) {
    int column = in.readInt();
    RowType types = in.readRowType();
    return new FrameOffset(column, types.column(0), types.size() > 1 ? types.column(1) : null);
  }
}
