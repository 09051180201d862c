package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How many values were NaN, ∞ and −∞: they can't be taken out of a sum again, so they never enter
 * it. Written as three longs.
 */
final class NonFiniteCounts {
  private long nan;
  private long positive;
  private long negative;

  /** Counts the value if it is not finite, and says whether it was not. */
  boolean add(double value, long weight) {
    if (Double.isFinite(value)) {
      return false;
    }
    if (Double.isNaN(value)) {
      nan = Math.addExact(nan, weight);
    } else if (value > 0) {
      positive = Math.addExact(positive, weight);
    } else {
      negative = Math.addExact(negative, weight);
    }
    return true;
  }

  boolean isEmpty() {
    return nan == 0 && positive == 0 && negative == 0;
  }

  /** The sum of what was counted, if anything was. */
  double sum() {
    if (nan != 0 || (positive != 0 && negative != 0)) {
      return Double.NaN;
    }
    return positive != 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(nan);
    out.writeLong(positive);
    out.writeLong(negative);
  }

  void read(DataInput in) throws IOException {
    nan = in.readLong();
    positive = in.readLong();
    negative = in.readLong();
  }
}
