package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** BOOL_AND and BOOL_OR. State: how many were TRUE, how many FALSE, both long. */
final class BooleanAccumulator implements Accumulator {
  private final boolean all;
  private long trues;
  private long falses;

  /**
   * An empty one.
   *
   * @param all whether all must be TRUE, else one
   */
  BooleanAccumulator(boolean all) {
    this.all = all;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null) {
      return;
    }
    if ((Boolean) cell) {
      trues = Math.addExact(trues, weight);
    } else {
      falses = Math.addExact(falses, weight);
    }
  }

  @Override
  public @Nullable Object result() {
    if (trues == 0 && falses == 0) {
      return null;
    }
    return all ? falses == 0 : trues != 0;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(trues);
    out.writeLong(falses);
  }

  @Override
  public void read(DataInput in) throws IOException {
    trues = in.readLong();
    falses = in.readLong();
  }
}
