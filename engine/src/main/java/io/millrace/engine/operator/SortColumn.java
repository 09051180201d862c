package io.millrace.engine.operator;

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

  @Override
  public String toString() {
    String direction = descending ? " DESC" : "";
    return "$" + column + direction + (nullsFirst == descending ? "" : nulls());
  }

  private String nulls() {
    return nullsFirst ? " NULLS FIRST" : " NULLS LAST";
  }
}
