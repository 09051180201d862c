package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * One column of an order.
 *
 * @param nullsFirst whether NULLs come before all values, in this direction
 */
public record SortColumn(int column, boolean descending, boolean nullsFirst) {
  /** Ascending with NULLs last, as SQL has it here unless something else is said. */
  public static SortColumn ascending(int column) {
    return new SortColumn(column, false, false);
  }

  /** Descending with NULLs first. */
  public static SortColumn descending(int column) {
    return new SortColumn(column, true, true);
  }

  static void writeAll(List<SortColumn> order, CircuitWriter out) {
    out.writeInt(order.size());
    for (SortColumn sort : order) {
      out.writeInt(sort.column());
      out.writeBoolean(sort.descending()).writeBoolean(sort.nullsFirst());
    }
  }

  static List<SortColumn> readAll(CircuitReader in) {
    int size = in.readSize();
    List<SortColumn> order = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      order.add(new SortColumn(in.readInt(), in.readBoolean(), in.readBoolean()));
    }
    return order;
  }

  @Override
  public String toString() {
    String direction = descending ? " DESC" : "";
    return "$" + column + direction + (nullsFirst == descending ? "" : nulls());
  }

  private String nulls() {
    return nullsFirst ? " NULLS FIRST" : " NULLS LAST";
  }
}
