package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;

/**
 * How far a bound of a RANGE frame lies from the value of its row: a number, or an interval beside
 * a date or time. Never negative. Immutable.
 *
 * <p>A bound beyond the end of a type is beyond all its values, and no error. Months are counted in
 * the calendar, and for TIMESTAMP WITH TIME ZONE in that of UTC: a month before 30 March 23:00 is
 * 28 February 23:00, which is behind 28 February 01:00, a month before 31 March 01:00.
 *
 * @param column the type of the column that the window is ordered by
 * @param type the type of the amount
 */
public record RangeOffset(CellType column, CellType type, Object amount) {
  /**
   * The offset with a constant's value.
   *
   * @throws DatabaseException 22013 if it is negative or NaN, 0A000 if the column's type has none
   */
  public static RangeOffset of(ColumnType column, ColumnType type, Object amount) {
    RangeOffset offset = new RangeOffset(column.type(), type.type(), amount);
    if (!offset.fits()) {
      throw Failures.unsupported(
          "RANGE with an offset of type "
              + type.type().sqlName()
              + " over a column of type "
              + column.type().sqlName(),
          "Use ROWS or GROUPS, or a number with numbers, an interval with dates and times.");
    }
    if (offset.isNegative()) {
      throw ErrorCode.INVALID_FRAME_OFFSET.exception(amount);
    }
    return offset;
  }

  private boolean fits() {
    if (Types.isNumeric(column)) {
      return Types.isNumeric(type);
    }
    return Types.isDateTime(column)
        && (type == CellType.INTERVAL_MICROS
            || (type == CellType.INTERVAL_MONTHS && column != CellType.TIME));
  }

  private boolean isNegative() {
    if (amount instanceof Long number) {
      return number < 0;
    }
    return amount instanceof BigDecimal number ? number.signum() < 0 : !((Double) amount >= 0);
  }

  /**
   * Where a cell lies against another one that is moved by the offset, up for a sign of 1 and down
   * for one of −1: negative below it, positive above it, 0 on it. The cells are no NULLs.
   */
  public int compare(Object cell, Object base, int sign) {
    if (Types.isApproximate(column) || Types.isApproximate(type)) {
      return compareDoubles(number(cell), number(base), sign * number(amount));
    }
    if (amount instanceof BigDecimal || cell instanceof BigDecimal) {
      BigDecimal change = Numbers.decimal(amount);
      BigDecimal from = Numbers.decimal(base);
      return Numbers.decimal(cell).compareTo(sign > 0 ? from.add(change) : from.subtract(change));
    }
    if (type == CellType.INTERVAL_MONTHS) {
      return compareMonths((Long) cell, (Long) base, sign);
    }
    return compareLongs(ordinal(cell), ordinal(base), sign * (Long) amount);
  }

  /** Whether of two values in order the later one's bound may lie before that of the other. */
  public boolean movesBack() {
    return movesBack(column, type);
  }

  /** The same of any offset of a type from a column of a type. */
  public static boolean movesBack(CellType column, CellType type) {
    return type == CellType.INTERVAL_MONTHS && column != CellType.DATE;
  }

  /**
   * Whether a cell lies no farther that way than the bound, up for a sign of 1 and down for one of
   * −1; where bounds move back, no farther than the bound's day, which does not.
   */
  public boolean reaches(Object cell, Object base, int sign) {
    int place =
        movesBack()
            ? compareMonths(midnight(cell), midnight(base), sign)
            : compare(cell, base, sign);
    return sign * place <= 0;
  }

  private static long midnight(Object cell) {
    return DateTimes.midnight(DateTimes.day((Long) cell));
  }

  private static int compareDoubles(double cell, double base, double change) {
    double moved = base + change;
    if (Double.isNaN(moved) && !Double.isNaN(base)) {
      // Infinitely far from the other infinity: everywhere, but NaN is above all numbers.
      return Double.isNaN(cell) ? 1 : 0;
    }
    return cell == moved ? 0 : Double.compare(cell, moved);
  }

  private static double number(Object cell) {
    return ((Number) cell).doubleValue();
  }

  /** Integers as they are; dates and times in microseconds. */
  private long ordinal(Object cell) {
    return column == CellType.DATE ? DateTimes.midnight((Long) cell) : (Long) cell;
  }

  private static int compareLongs(long cell, long base, long change) {
    long moved = base + change;
    if (((base ^ moved) & (change ^ moved)) < 0) {
      return change > 0 ? -1 : 1;
    }
    return Long.compare(cell, moved);
  }

  private int compareMonths(long cell, long base, int sign) {
    boolean date = column == CellType.DATE;
    long day = date ? base : DateTimes.day(base);
    try {
      long moved = DateTimes.date(day).plusMonths(sign * (Long) amount).toEpochDay();
      if (date) {
        return Long.compare(cell, moved);
      }
      int byDay = Long.compare(DateTimes.day(cell), moved);
      return byDay != 0
          ? byDay
          : Long.compare(DateTimes.timeOfDay(cell), DateTimes.timeOfDay(base));
    } catch (DateTimeException | ArithmeticException e) {
      return -sign;
    }
  }

  /** Writes: type of the column byte, type of the amount byte, amount. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(column.code());
    out.writeByte(type.code());
    CellCoding.write(amount, out);
  }

  /** Reads what {@link #write} wrote. */
  public static RangeOffset read(DataInput in) throws IOException {
    CellType column = CellType.ofCode(in.readByte());
    CellType type = CellType.ofCode(in.readByte());
    Object amount = CellCoding.read(in);
    if (amount == null) {
      throw new IOException("an offset without an amount");
    }
    return new RangeOffset(column, type, amount);
  }

  @Override
  public String toString() {
    return amount.toString();
  }
}
