package io.millrace.sqllogictest.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What is done to a result before it is compared. */
public enum SortMode {
  /** Nothing: the order is the query's, or there is one row. */
  NOSORT,
  /** Rows are sorted as text, column by column. */
  ROWSORT,
  /** All values are sorted as text, whatever row they come from. */
  VALUESORT;

  /** The values of a result, row after row, as this mode wants them. Cost O(n log n). */
  public List<String> sorted(List<String> values, int columns) {
    return switch (this) {
      case NOSORT -> values;
      case VALUESORT -> {
        List<String> copy = new ArrayList<>(values);
        Collections.sort(copy);
        yield copy;
      }
      case ROWSORT -> columns == 1 ? VALUESORT.sorted(values, 1) : byRows(values, columns);
    };
  }

  private static List<String> byRows(List<String> values, int columns) {
    List<String[]> rows = new ArrayList<>(values.size() / columns);
    for (int from = 0; from < values.size(); from += columns) {
      rows.add(values.subList(from, from + columns).toArray(new String[0]));
    }
    rows.sort(Arrays::compare);
    List<String> sorted = new ArrayList<>(values.size());
    rows.forEach(row -> Collections.addAll(sorted, row));
    return sorted;
  }
}
