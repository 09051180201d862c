package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** BOOL_AND, BOOL_OR and COUNT_IF. State: how many were TRUE, how many FALSE, both long. */
final class BooleanAccumulator implements Accumulator {
  private final AggregateFunction function;
  private long trues;
  private long falses;

  BooleanAccumulator(AggregateFunction function, ColumnType argument) {
    if (argument.type() != CellType.BOOLEAN) {
      throw Failures.mismatch("The argument of " + function, argument, "a BOOLEAN");
    }
    this.function = function;
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
    if (function == AggregateFunction.COUNT_IF) {
      return trues;
    }
    if (trues == 0 && falses == 0) {
      return null;
    }
    return function == AggregateFunction.BOOL_AND ? falses == 0 : trues != 0;
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
