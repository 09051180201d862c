package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * SUM, SUM0 and AVG of REAL and DOUBLE: exact until the one rounding of the result. State: the
 * number of values long, counts of those not finite, the exact sum of the others.
 */
final class ApproximateSumAccumulator implements Accumulator {
  private final AggregateFunction function;
  private final ColumnType type;
  private final BinarySum sum = new BinarySum();
  private final NonFiniteCounts nonFinite = new NonFiniteCounts();
  private long count;

  ApproximateSumAccumulator(AggregateFunction function, ColumnType type) {
    this.function = function;
    this.type = type;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null) {
      return;
    }
    count = Math.addExact(count, weight);
    double value = (Double) cell;
    if (!nonFinite.add(value, weight)) {
      sum.add(value, weight);
    }
  }

  @Override
  public @Nullable Object result() {
    if (count == 0 && function != AggregateFunction.SUM0) {
      return null;
    }
    if (!nonFinite.isEmpty()) {
      return Numbers.convert(nonFinite.sum(), type);
    }
    double value =
        function == AggregateFunction.AVG
            ? Rounding.quotient(sum.mantissa(), sum.exponent(), BigInteger.valueOf(count))
            : Rounding.nearest(sum.mantissa(), sum.exponent());
    return Types.isApproximate(type.type())
        ? Numbers.finite(value, true, type)
        : Numbers.convert(value, type);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
    nonFinite.write(out);
    sum.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    count = in.readLong();
    nonFinite.read(in);
    sum.read(in);
  }
}
