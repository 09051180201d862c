package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * BIT_AND, BIT_OR and BIT_XOR of integers, from how many values have each bit: a count can be taken
 * back, a bit can't. State: the number of values long, a mask long of the bits that occur, then for
 * each of them, from the lowest, its count long.
 */
final class BitAccumulator implements Accumulator {
  private final AggregateFunction function;
  private final long[] ones = new long[Long.SIZE];
  private long count;

  BitAccumulator(AggregateFunction function, ColumnType argument) {
    if (!Types.isInteger(argument.type())) {
      throw Failures.mismatch("The argument of " + function, argument, "an integer");
    }
    this.function = function;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null) {
      return;
    }
    count = Math.addExact(count, weight);
    for (long rest = (Long) cell; rest != 0; rest &= rest - 1) {
      int bit = Long.numberOfTrailingZeros(rest);
      ones[bit] = Math.addExact(ones[bit], weight);
    }
  }

  @Override
  public @Nullable Object result() {
    if (count == 0) {
      return null;
    }
    long result = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      boolean set =
          switch (function) {
            case BIT_AND -> ones[bit] == count;
            case BIT_OR -> ones[bit] != 0;
            default -> (ones[bit] & 1) == 1;
          };
      result |= set ? 1L << bit : 0;
    }
    return result;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
    long mask = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      mask |= ones[bit] != 0 ? 1L << bit : 0;
    }
    out.writeLong(mask);
    for (long one : ones) {
      if (one != 0) {
        out.writeLong(one);
      }
    }
  }

  @Override
  public void read(DataInput in) throws IOException {
    count = in.readLong();
    long mask = in.readLong();
    for (int bit = 0; bit < Long.SIZE; bit++) {
      ones[bit] = ((mask >>> bit) & 1) == 1 ? in.readLong() : 0;
    }
  }
}
