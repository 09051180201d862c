package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code system.tables} and {@code system.indexes}. */
final class SystemTables {
  private SystemTables() {}

  static List<@Nullable Object[]> tables(Catalog catalog, StoredSizes sizes) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation instanceof Table table) {
        StoredSizes.Size size = sizes.of(table);
        rows.add(
            SystemRows.row(
                table.name().schema(),
                table.name().name(),
                table.hasPrimaryKey() ? names(table, table.primaryKey(), List.of()) : null,
                (long) table.columns().size(),
                (long) table.indexes().size(),
                size.entries(),
                size.bytes()));
      }
    }
    return rows;
  }

  static List<@Nullable Object[]> indexes(Catalog catalog, StoredSizes sizes) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      for (Index index : relation.indexes()) {
        if (!(relation instanceof View view) || view.isMaintained()) {
          StoredSizes.Size size = sizes.of(index);
          rows.add(
              SystemRows.row(
                  index.name().schema(),
                  index.name().name(),
                  relation.name().name(),
                  names(relation, index.columns(), index.descending()),
                  index.unique(),
                  index.constraint(),
                  size.entries(),
                  size.bytes()));
        }
      }
    }
    return rows;
  }

  private static String names(Relation relation, List<Integer> columns, List<Boolean> descending) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      boolean downwards = i < descending.size() && descending.get(i);
      names.add(relation.columns().get(columns.get(i)).name() + (downwards ? " DESC" : ""));
    }
    return String.join(", ", names);
  }
}
