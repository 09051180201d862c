package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.storage.row.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * One window function over the rows of a {@link Window}'s input. Immutable.
 *
 * @param argument the column whose value is taken, or {@link #NO_ARGUMENT}
 * @param number how many rows back LAG and on LEAD looks, negative the other way; which value
 *     NTH_VALUE takes; into how many buckets NTILE parts
 * @param numberColumn the column in which the number stands, or {@link #NO_ARGUMENT}; NULL there
 *     gives NULL, and NTILE reads the first row of its partition
 * @param ignoreNulls whether rows with NULL in the argument don't count
 * @param aggregate of {@link Kind#AGGREGATE} alone
 */
public record WindowCall(
    Kind kind,
    int argument,
    long number,
    int numberColumn,
    boolean ignoreNulls,
    @Nullable AggregateCall aggregate,
    WindowFrame frame,
    ColumnType type) {
  /** Stored in place of a number that stands in a column, which follows. */
  private static final long IN_COLUMN = Long.MIN_VALUE;

  /** Farther than any row. */
  private static final long FAR = 1L << 62;

  /** In place of a column where none is read. */
  public static final int NO_ARGUMENT = -1;

  /** What is computed. The code is the stored tag and never changes. */
  public enum Kind {
    ROW_NUMBER(1),
    RANK(2),
    DENSE_RANK(3),
    PERCENT_RANK(4),
    CUME_DIST(5),
    NTILE(6),
    LAG(7),
    LEAD(8),
    FIRST_VALUE(9),
    LAST_VALUE(10),
    NTH_VALUE(11),
    AGGREGATE(12);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind read(CircuitReader in) {
      int code = in.readInt();
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw in.corrupted("there is no window function " + code);
    }
  }

  /** ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK or CUME_DIST. */
  public static WindowCall ranking(Kind kind, ColumnType type) {
    return new WindowCall(kind, NO_ARGUMENT, 0, NO_ARGUMENT, false, null, WindowFrame.WHOLE, type);
  }

  /** NTILE over this many buckets. */
  public static WindowCall ntile(long buckets, ColumnType type) {
    return new WindowCall(
        Kind.NTILE, NO_ARGUMENT, buckets, NO_ARGUMENT, false, null, WindowFrame.WHOLE, type);
  }

  /** The argument so many rows back, negative for on; NULL where there is no such row. */
  public static WindowCall lag(int argument, long rows, boolean ignoreNulls, ColumnType type) {
    return new WindowCall(
        Kind.LAG,
        argument,
        rows,
        NO_ARGUMENT,
        ignoreNulls,
        null,
        WindowFrame.WHOLE,
        type.withNullable(true));
  }

  /** The argument so many rows on, negative for back; NULL where there is no such row. */
  public static WindowCall lead(int argument, long rows, boolean ignoreNulls, ColumnType type) {
    return new WindowCall(
        Kind.LEAD,
        argument,
        rows,
        NO_ARGUMENT,
        ignoreNulls,
        null,
        WindowFrame.WHOLE,
        type.withNullable(true));
  }

  /** FIRST_VALUE, LAST_VALUE, or the number-th value of the frame. */
  public static WindowCall value(
      Kind kind,
      int argument,
      long number,
      boolean ignoreNulls,
      WindowFrame frame,
      ColumnType type) {
    return new WindowCall(
        kind, argument, number, NO_ARGUMENT, ignoreNulls, null, frame, type.withNullable(true));
  }

  /** An aggregate over the frame. */
  public static WindowCall aggregate(AggregateCall call, WindowFrame frame) {
    return new WindowCall(
        Kind.AGGREGATE, NO_ARGUMENT, 0, NO_ARGUMENT, false, call, frame, call.type());
  }

  /** The same call with its number in a column. */
  public WindowCall withNumberIn(int column) {
    return new WindowCall(kind, argument, 0, column, ignoreNulls, aggregate, frame, type);
  }

  AggregateCall requireAggregate() {
    if (aggregate == null) {
      throw new AssertionError(kind + " has no aggregate");
    }
    return aggregate;
  }

  /** How many rows before the current one LAG looks, or LEAD, negative for behind it. */
  long rowsBack() {
    return rowsBack(number);
  }

  long rowsBack(long rows) {
    return kind == Kind.LAG ? rows : -rows;
  }

  /**
   * The number for a row, or null.
   *
   * @throws DatabaseException 22014 or 22016 if NTILE or NTH_VALUE has no such number
   */
  @Nullable Long number(WindowRows rows, int row) {
    if (numberColumn < 0) {
      return number;
    }
    Object cell = rows.cell(row, numberColumn);
    return cell == null ? null : checked(kind, (Long) cell);
  }

  /**
   * A number that a function may have; those of LAG and LEAD not farther than any row.
   *
   * @throws DatabaseException 22014 or 22016
   */
  public static long checked(Kind kind, long number) {
    if (kind == Kind.NTILE && number <= 0) {
      throw ErrorCode.INVALID_NTILE.exception(number);
    }
    if (kind == Kind.NTH_VALUE && number <= 0) {
      throw ErrorCode.INVALID_NTH_VALUE.exception(number);
    }
    return Math.max(-FAR, Math.min(number, FAR));
  }

  /**
   * Whether it can go on from what it has counted of all rows before a group of peers: it runs from
   * the partition's start at least through the current row, and forgets nothing on the way.
   */
  boolean runs() {
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK -> true;
      case AGGREGATE -> frame.runs() && FrameAggregate.accumulates(requireAggregate(), frame);
      case PERCENT_RANK, CUME_DIST, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> false;
    };
  }

  /** Whether copies of one row may get different results. */
  boolean tellsCopiesApart() {
    return switch (kind) {
      case ROW_NUMBER, NTILE, LAG, LEAD -> true;
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> false;
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE, AGGREGATE -> frame.tellsCopiesApart();
    };
  }

  void write(CircuitWriter out) {
    out.writeInt(kind.code).writeInt(argument);
    if (numberColumn < 0) {
      out.writeLong(number);
    } else {
      out.writeLong(IN_COLUMN).writeInt(numberColumn);
    }
    out.writeBoolean(ignoreNulls).writeBoolean(aggregate != null);
    if (aggregate != null) {
      out.write(aggregate::write);
    }
    frame.write(out);
    out.writeRowType(io.millrace.storage.row.RowType.of(type));
  }

  static WindowCall read(CircuitReader in) {
    Kind kind = Kind.read(in);
    int argument = in.readInt();
    long number = in.readLong();
    int numberColumn = number == IN_COLUMN ? in.readInt() : NO_ARGUMENT;
    boolean ignoreNulls = in.readBoolean();
    AggregateCall aggregate = in.readBoolean() ? in.read(AggregateCall::read) : null;
    WindowFrame frame = WindowFrame.read(in);
    ColumnType type = in.readRowType().column(0);
    return new WindowCall(
        kind,
        argument,
        number == IN_COLUMN ? 0 : number,
        numberColumn,
        ignoreNulls,
        aggregate,
        frame,
        type);
  }

  @Override
  public String toString() {
    if (aggregate != null) {
      return aggregate + " " + frame;
    }
    String column = argument < 0 ? "" : "$" + argument;
    String count = numberColumn < 0 ? Long.toString(number) : "$" + numberColumn;
    String text =
        switch (kind) {
          case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> kind + "()";
          case NTILE -> kind + "(" + count + ")";
          case LAG, LEAD -> kind + "(" + column + ", " + count + ")";
          case FIRST_VALUE, LAST_VALUE -> kind + "(" + column + ") " + frame;
          case NTH_VALUE -> kind + "(" + column + ", " + count + ") " + frame;
          case AGGREGATE -> throw new AssertionError("an aggregate call without aggregate");
        };
    return ignoreNulls ? text + " IGNORE NULLS" : text;
  }
}
