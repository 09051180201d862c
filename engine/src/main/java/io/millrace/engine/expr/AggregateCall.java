package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An aggregate over a column of the input row. FILTER has become a CASE in that column. Immutable.
 *
 * @param argument the column, or {@link #NO_ARGUMENT} for COUNT(*)
 * @param distinct whether each value counts once: the caller feeds the accumulator so
 * @param type the type of the result
 */
public record AggregateCall(
    AggregateFunction function, int argument, boolean distinct, ColumnType type) {
  /** In place of a column where rows are counted. */
  public static final int NO_ARGUMENT = -1;

  /** An empty accumulator for rows of a type. */
  public Accumulator newAccumulator(RowType input) {
    return function.newAccumulator(argument < 0 ? null : input.column(argument), type);
  }

  /** Writes: function code byte, argument int, distinct boolean, type. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(function.code());
    out.writeInt(argument);
    out.writeBoolean(distinct);
    ExprCodec.writeType(type, out);
  }

  /** Reads what {@link #write} wrote. */
  public static AggregateCall read(DataInput in) throws IOException {
    int code = in.readByte();
    AggregateFunction function = AggregateFunction.ofCode(code);
    if (function == null) {
      throw new IOException("unknown aggregate function " + code);
    }
    return new AggregateCall(function, in.readInt(), in.readBoolean(), ExprCodec.readType(in));
  }

  /** As in SQL, e.g. {@code SUM(DISTINCT $2)}. */
  @Override
  public String toString() {
    String column = argument < 0 ? "*" : "$" + argument;
    return function + "(" + (distinct ? "DISTINCT " : "") + column + ")";
  }
}
