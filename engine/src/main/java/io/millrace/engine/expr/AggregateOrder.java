package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One column of ORDER BY inside an aggregate.
 *
 * @param nullsFirst whether NULLs come before all values, in this direction
 */
public record AggregateOrder(int column, boolean descending, boolean nullsFirst) {
  /** Ascending with NULLs last. */
  public static AggregateOrder ascending(int column) {
    return new AggregateOrder(column, false, false);
  }

  /** Descending with NULLs first. */
  public static AggregateOrder descending(int column) {
    return new AggregateOrder(column, true, true);
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(column);
    out.writeBoolean(descending);
    out.writeBoolean(nullsFirst);
  }

  static AggregateOrder read(DataInput in) throws IOException {
    return new AggregateOrder(in.readInt(), in.readBoolean(), in.readBoolean());
  }

  /** As in SQL, e.g. {@code $2 DESC NULLS LAST}. */
  @Override
  public String toString() {
    String nulls = nullsFirst ? " NULLS FIRST" : " NULLS LAST";
    return "$" + column + (descending ? " DESC" : "") + (nullsFirst == descending ? "" : nulls);
  }
}
