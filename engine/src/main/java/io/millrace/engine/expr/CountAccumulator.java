package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** COUNT. State: the count, long. */
final class CountAccumulator implements Accumulator {
  private final boolean countsNulls;
  private long count;

  CountAccumulator(boolean countsNulls) {
    this.countsNulls = countsNulls;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell != null || countsNulls) {
      count = Math.addExact(count, weight);
    }
  }

  @Override
  public Object result() {
    return count;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
  }

  @Override
  public void read(DataInput in) throws IOException {
    count = in.readLong();
  }
}
