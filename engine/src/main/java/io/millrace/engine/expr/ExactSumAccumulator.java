package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * SUM, SUM0 and AVG of integers, decimals and intervals. State: the number of values long, then the
 * sum of the unscaled values as {@link IntegerSum} writes it.
 */
final class ExactSumAccumulator implements Accumulator {
  private final AggregateFunction function;
  private final int scale;
  private final ColumnType type;
  private final IntegerSum sum = new IntegerSum();
  private long count;

  ExactSumAccumulator(AggregateFunction function, ColumnType argument, ColumnType type) {
    this.function = function;
    this.scale = argument.type() == CellType.DECIMAL ? argument.scale() : 0;
    this.type = type;
  }

  @Override
  public void add(@Nullable Object cell, long weight) {
    if (cell == null) {
      return;
    }
    count = Math.addExact(count, weight);
    if (cell instanceof Long value) {
      sum.add(value, weight);
    } else {
      sum.add(unscaled((BigDecimal) cell, scale), weight);
    }
  }

  /** The unscaled value at a scale that holds the value exactly. */
  static BigInteger unscaled(BigDecimal value, int scale) {
    return (value.scale() == scale ? value : value.setScale(scale, RoundingMode.UNNECESSARY))
        .unscaledValue();
  }

  @Override
  public @Nullable Object result() {
    if (count == 0 && function != AggregateFunction.SUM0) {
      return null;
    }
    BigInteger total = sum.value();
    if (function != AggregateFunction.AVG) {
      return typed(new BigDecimal(total, scale), type);
    }
    return average(new BigDecimal(total, scale), count, type);
  }

  /** The average of {@code count} values, at least one, in a type. */
  static Object average(BigDecimal total, long count, ColumnType type) {
    if (Types.isApproximate(type.type())) {
      BigInteger divisor = BigInteger.TEN.pow(total.scale()).multiply(BigInteger.valueOf(count));
      return Numbers.finite(Rounding.quotient(total.unscaledValue(), 0, divisor), true, type);
    }
    RoundingMode mode = type.type() == CellType.DECIMAL ? RoundingMode.HALF_UP : RoundingMode.DOWN;
    return typed(total.divide(BigDecimal.valueOf(count), type.scale(), mode), type);
  }

  private static Object typed(BigDecimal value, ColumnType type) {
    return Types.isInterval(type.type())
        ? Numbers.convertToLong(value, type)
        : Numbers.convert(value, type);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
    sum.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    count = in.readLong();
    sum.read(in);
  }
}
