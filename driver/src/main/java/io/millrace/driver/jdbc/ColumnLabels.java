package io.millrace.driver.jdbc;

import io.millrace.engine.session.ColumnDescription;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds columns by their label without regard to case, the first of two equal ones. */
final class ColumnLabels {
  private final List<ColumnDescription> columns;
  private @Nullable Map<String, Integer> byLabel;

  ColumnLabels(List<ColumnDescription> columns) {
    this.columns = columns;
  }

  /** The number of a column, from 1. */
  int find(@Nullable String label) throws SQLException {
    if (label == null) {
      throw SqlErrors.of("42703", "A column label must not be null.");
    }
    Map<String, Integer> index = byLabel;
    if (index == null) {
      index = index();
      byLabel = index;
    }
    Integer number = index.get(label.toLowerCase(Locale.ROOT));
    if (number == null) {
      throw SqlErrors.of(
          "42703",
          "The result has no column \""
              + label
              + "\". It has: "
              + String.join(", ", columns.stream().map(ColumnDescription::label).toList())
              + ".");
    }
    return number;
  }

  private Map<String, Integer> index() {
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      index.putIfAbsent(columns.get(i).label().toLowerCase(Locale.ROOT), i + 1);
    }
    // A name that an alias hides still finds its column, if no label says otherwise.
    for (int i = 0; i < columns.size(); i++) {
      index.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i + 1);
    }
    return index;
  }

  void check(int column) throws SQLException {
    if (column < 1 || column > columns.size()) {
      throw SqlErrors.of(
          "07009", "There is no column " + column + ". Use 1 to " + columns.size() + ".");
    }
  }
}
