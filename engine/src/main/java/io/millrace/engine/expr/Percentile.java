package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * PERCENTILE_DISC, the first value with at least that fraction of all values up to it, and
 * PERCENTILE_CONT, which lies between the two neighbours of the place {@code fraction · (n − 1)}.
 * The place is exact, and so is the value between two finite numbers until its one rounding. Reads
 * the values up to the place.
 */
final class Percentile {
  private final boolean between;
  private final BigDecimal fraction;
  private final ColumnType type;

  Percentile(AggregateCall call) {
    if (!(call.parameter() instanceof BigDecimal exact)) {
      throw new AssertionError(call + " must have a fraction");
    }
    this.between = call.function() == AggregateFunction.PERCENTILE_CONT;
    this.fraction = exact;
    this.type = call.type();
  }

  @Nullable Object of(OrderedValues values) {
    long size = values.size();
    if (size == 0) {
      return null;
    }
    if (!between) {
      long place = ceiling(fraction.multiply(BigDecimal.valueOf(size)));
      return at(values, Math.max(place, 1) - 1);
    }
    BigDecimal place = fraction.multiply(BigDecimal.valueOf(size - 1));
    long lower = place.setScale(0, RoundingMode.FLOOR).longValueExact();
    Object low = at(values, lower);
    Object high = at(values, ceiling(place));
    return interpolated(low, high, place.subtract(BigDecimal.valueOf(lower)));
  }

  private static long ceiling(BigDecimal value) {
    return value.setScale(0, RoundingMode.CEILING).longValueExact();
  }

  private Object interpolated(Object low, Object high, BigDecimal share) {
    if (share.signum() == 0 || low.equals(high)) {
      return typed(low);
    }
    if (low instanceof Double a
        && high instanceof Double b
        && !(Double.isFinite(a) && Double.isFinite(b))) {
      return Numbers.approximate(a + share.doubleValue() * (b - a), type);
    }
    BigDecimal from = exact(low);
    return typed(from.add(exact(high).subtract(from).multiply(share)));
  }

  private static BigDecimal exact(Object cell) {
    return cell instanceof Double value ? new BigDecimal(value) : Numbers.decimal(cell);
  }

  private Object typed(Object value) {
    return Types.isInterval(type.type())
        ? Numbers.convertToLong(Numbers.decimal(value), type)
        : Numbers.convert(value, type);
  }

  private static Object at(OrderedValues values, long place) {
    Object cell = values.moveTo(place) ? values.cell(0) : null;
    if (cell == null) {
      throw new AssertionError("there are " + values.size() + " values, none at " + place);
    }
    return cell;
  }
}
