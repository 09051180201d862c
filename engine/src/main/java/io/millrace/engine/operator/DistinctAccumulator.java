package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import io.millrace.storage.row.CellType;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Shows each value of a bag to another accumulator once. One thread at a time. */
final class DistinctAccumulator implements Accumulator {
  private final Accumulator values;
  private final TreeMap<Object, Long> weights;

  DistinctAccumulator(Accumulator values, CellType type) {
    this.values = values;
    this.weights = new TreeMap<>(type::compare);
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null || weight == 0) {
      return;
    }
    long before = weights.getOrDefault(cell, 0L);
    long after = Math.addExact(before, weight);
    if (after == 0) {
      weights.remove(cell);
    } else {
      weights.put(cell, after);
    }
    if (before > 0 != after > 0) {
      values.add(cell, after > 0 ? 1 : -1);
    }
  }

  @Override
  public @Nullable Object result() {
    return values.result();
  }

  @Override
  public void write(DataOutput out) {
    throw new AssertionError("the values of a frame are not stored");
  }

  @Override
  public void read(DataInput in) {
    throw new AssertionError("the values of a frame are not stored");
  }
}
