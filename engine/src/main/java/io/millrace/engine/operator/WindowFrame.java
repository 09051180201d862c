package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.expr.RangeOffset;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The frame of a window call: which rows around the current one it sees. Immutable. */
public record WindowFrame(Unit unit, Bound lower, Bound upper, Exclusion exclusion) {
  /** What bounds count in. The code is the stored tag and never changes. */
  public enum Unit {
    ROWS(1),
    RANGE(2),
    GROUPS(3);

    private final int code;

    Unit(int code) {
      this.code = code;
    }
  }

  /**
   * Which of the rows between the bounds don't count. The code is the stored tag and never changes.
   */
  public enum Exclusion {
    NO_OTHERS(1),
    CURRENT_ROW(2),
    GROUP(3),
    TIES(4);

    private final int code;

    Exclusion(int code) {
      this.code = code;
    }
  }

  /** All rows of the partition. */
  public static final WindowFrame WHOLE =
      new WindowFrame(Unit.RANGE, Bound.FIRST, Bound.LAST, Exclusion.NO_OTHERS);

  /** From the partition's start through the current row's peers. */
  public static final WindowFrame RUNNING =
      new WindowFrame(Unit.RANGE, Bound.FIRST, Bound.CURRENT, Exclusion.NO_OTHERS);

  /**
   * One end of a frame.
   *
   * @param distance rows or groups behind the current one, negative before it; with an offset only
   *     the sign counts
   * @param offset of a RANGE frame's PRECEDING or FOLLOWING
   * @param column where the offset stands if it is known only when the query runs
   */
  public record Bound(long distance, @Nullable RangeOffset offset, @Nullable FrameOffset column) {
    /** Stored in place of a distance that stands in a column. */
    private static final long COLUMN_BEFORE = Long.MIN_VALUE + 1;

    private static final long COLUMN_BEHIND = Long.MAX_VALUE - 1;

    /** UNBOUNDED PRECEDING. */
    public static final Bound FIRST = rows(Long.MIN_VALUE);

    /** CURRENT ROW. */
    public static final Bound CURRENT = rows(0);

    /** UNBOUNDED FOLLOWING. */
    public static final Bound LAST = rows(Long.MAX_VALUE);

    /** So many rows or groups behind the current one. */
    public static Bound rows(long distance) {
      return new Bound(distance, null, null);
    }

    /** An offset in the order's direction, 1, or against it, −1. */
    public static Bound range(int direction, RangeOffset offset) {
      return new Bound(direction, offset, null);
    }

    /** What stands in a column, in the order's direction, 1, or against it, −1. */
    public static Bound column(int direction, FrameOffset column) {
      return new Bound(direction, null, column);
    }

    boolean isFirst() {
      return distance == Long.MIN_VALUE;
    }

    boolean isLast() {
      return distance == Long.MAX_VALUE;
    }

    /** Whether it may stand before where it stood for a row before. */
    boolean movesBack() {
      return column != null ? column.movesBack() : offset != null && offset.movesBack();
    }

    /** The bound with the offset that a row has in its column. */
    Bound of(IntFunction<@Nullable Object> cells) {
      return column == null ? this : column.bound((int) distance, cells.apply(column.column()));
    }

    void write(CircuitWriter out) {
      if (column != null) {
        column.write(out.writeLong(distance < 0 ? COLUMN_BEFORE : COLUMN_BEHIND));
        return;
      }
      out.writeLong(distance).writeBoolean(offset != null);
      if (offset != null) {
        out.write(offset::write);
      }
    }

    static Bound read(CircuitReader in) {
      long distance = in.readLong();
      if (distance == COLUMN_BEFORE || distance == COLUMN_BEHIND) {
        return column(Long.signum(distance), FrameOffset.read(in));
      }
      return new Bound(distance, in.readBoolean() ? in.read(RangeOffset::read) : null, null);
    }

    @Override
    public String toString() {
      if (isFirst() || isLast()) {
        return "UNBOUNDED " + (isFirst() ? "PRECEDING" : "FOLLOWING");
      }
      if (distance == 0) {
        return "CURRENT ROW";
      }
      String amount =
          column != null
              ? "$" + column.column()
              : offset == null ? Long.toString(Math.abs(distance)) : offset.toString();
      return amount + (distance < 0 ? " PRECEDING" : " FOLLOWING");
    }
  }

  /** The frame with the offsets that a row has in their columns. */
  WindowFrame of(IntFunction<@Nullable Object> cells) {
    return lower.column() == null && upper.column() == null
        ? this
        : new WindowFrame(unit, lower.of(cells), upper.of(cells), exclusion);
  }

  /** Whether a row may have been in the frame of a row before and be in it no more. */
  boolean losesRows() {
    return !isFromStart() || upper.movesBack();
  }

  private boolean isFromStart() {
    return lower.isFirst() && exclusion == Exclusion.NO_OTHERS;
  }

  /** Whether it goes from the partition's start through the current row or on. */
  boolean runs() {
    return isFromStart() && !upper.isLast() && upper.column() == null && upper.distance() >= 0;
  }

  /** Whether copies of one row may have different frames. */
  boolean tellsCopiesApart() {
    return unit == Unit.ROWS && !(lower.isFirst() && upper.isLast());
  }

  void write(CircuitWriter out) {
    out.writeInt(unit.code);
    lower.write(out);
    upper.write(out);
    out.writeInt(exclusion.code);
  }

  static WindowFrame read(CircuitReader in) {
    Unit unit = withCode(Unit.values(), u -> u.code, in);
    Bound lower = Bound.read(in);
    Bound upper = Bound.read(in);
    return new WindowFrame(unit, lower, upper, withCode(Exclusion.values(), e -> e.code, in));
  }

  private static <E> E withCode(E[] values, ToIntFunction<E> codeOf, CircuitReader in) {
    int code = in.readInt();
    for (E value : values) {
      if (codeOf.applyAsInt(value) == code) {
        return value;
      }
    }
    throw in.corrupted("there is no part " + code + " of a window frame");
  }

  @Override
  public String toString() {
    String text = unit + " " + lower + " TO " + upper;
    return exclusion == Exclusion.NO_OTHERS ? text : text + " EXCLUDE " + exclusion;
  }
}
