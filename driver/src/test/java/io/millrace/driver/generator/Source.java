package io.millrace.driver.generator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can stand in FROM: a table, a view, a CTE or a query in parentheses. Immutable.
 *
 * @param rows about how many; keeps products of many tables small
 */
record Source(String sql, List<Field> fields, long rows) {
  /** A column. */
  record Field(String name, Kind kind) {}

  Source {
    fields = List.copyOf(fields);
  }

  /** Its columns under an alias. */
  Scope scope(String alias, @Nullable Scope outer) {
    return new Scope(
        fields.stream()
            .map(f -> new Scope.Reference(alias + "." + f.name(), f.kind(), true))
            .toList(),
        outer);
  }
}
