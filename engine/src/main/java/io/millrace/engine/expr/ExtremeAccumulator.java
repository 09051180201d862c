package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The least or greatest value of a bag that only grows; it can't forget. State: the cell, as {@link
 * CellCoding} writes it.
 */
final class ExtremeAccumulator implements Accumulator {
  private final ColumnType order;
  private final int sign;
  private @Nullable Object extreme;

  /**
   * An empty one.
   *
   * @param sign 1 for the greatest, −1 for the least
   */
  ExtremeAccumulator(ColumnType argument, int sign) {
    this.order = argument;
    this.sign = sign;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (weight <= 0) {
      throw new AssertionError("an extreme can't forget, but was given weight " + weight);
    }
    if (cell != null && (extreme == null || order.compare(cell, extreme) * sign > 0)) {
      extreme = cell;
    }
  }

  @Override
  public @Nullable Object result() {
    return extreme;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    CellCoding.write(extreme, out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    extreme = CellCoding.read(in);
  }
}
