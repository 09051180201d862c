package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of {@code information_schema} about constraints. */
final class InformationConstraints {
  private InformationConstraints() {}

  private static List<Table> tables(Catalog catalog) {
    List<Table> tables = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation instanceof Table table) {
        tables.add(table);
      }
    }
    return tables;
  }

  private static List<Index> uniques(Table table) {
    return table.indexes().stream().filter(i -> i.constraint() && i.unique()).toList();
  }

  static List<@Nullable Object[]> tableConstraints(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table table : tables(catalog)) {
      if (table.primaryKeyName() != null) {
        rows.add(constraint(table, table.primaryKeyName(), "PRIMARY KEY"));
      }
      uniques(table).forEach(i -> rows.add(constraint(table, i.name().name(), "UNIQUE")));
      table.foreignKeys().forEach(k -> rows.add(constraint(table, k.name(), "FOREIGN KEY")));
      table.checks().forEach(c -> rows.add(constraint(table, c.name(), "CHECK")));
    }
    return rows;
  }

  private static @Nullable Object[] constraint(Table table, String name, String type) {
    String schema = table.name().schema();
    return SystemRows.row(
        null, schema, name, null, schema, table.name().name(), type, "NO", "NO", "YES");
  }

  static List<@Nullable Object[]> keyColumns(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table table : tables(catalog)) {
      if (table.primaryKeyName() != null) {
        addKey(rows, table, table.primaryKeyName(), table.primaryKey(), null);
      }
      uniques(table).forEach(i -> addKey(rows, table, i.name().name(), i.columns(), null));
      for (ForeignKey key : table.foreignKeys()) {
        Table referenced = (Table) catalog.require(key.referencedTable());
        List<Integer> unique = referencedKey(referenced, key).columns();
        List<Integer> places =
            key.referencedColumns().stream().map(column -> unique.indexOf(column) + 1).toList();
        addKey(rows, table, key.name(), key.columns(), places);
      }
    }
    return rows;
  }

  private static void addKey(
      List<@Nullable Object[]> rows,
      Table table,
      String name,
      List<Integer> columns,
      @Nullable List<Integer> places) {
    String schema = table.name().schema();
    for (int i = 0; i < columns.size(); i++) {
      rows.add(
          SystemRows.row(
              null,
              schema,
              name,
              null,
              schema,
              table.name().name(),
              table.columns().get(columns.get(i)).name(),
              (long) (i + 1),
              places == null ? null : (long) places.get(i)));
    }
  }

  static List<@Nullable Object[]> references(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table table : tables(catalog)) {
      for (ForeignKey key : table.foreignKeys()) {
        Table referenced = (Table) catalog.require(key.referencedTable());
        rows.add(
            SystemRows.row(
                null,
                table.name().schema(),
                key.name(),
                null,
                referenced.name().schema(),
                referencedKey(referenced, key).name(),
                key.match().standardName(),
                key.onUpdate().sqlName(),
                key.onDelete().sqlName()));
      }
    }
    return rows;
  }

  static List<@Nullable Object[]> checks(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table table : tables(catalog)) {
      for (Table.Check check : table.checks()) {
        rows.add(SystemRows.row(null, table.name().schema(), check.name(), check.sql()));
      }
    }
    return rows;
  }

  /** The unique key that a foreign key refers to: its name, and its columns in their own order. */
  record UniqueKey(@Nullable String name, List<Integer> columns) {}

  static UniqueKey referencedKey(Table referenced, ForeignKey key) {
    Set<Integer> wanted = new HashSet<>(key.referencedColumns());
    if (wanted.equals(new HashSet<>(referenced.primaryKey()))) {
      return new UniqueKey(referenced.primaryKeyName(), referenced.primaryKey());
    }
    return referenced.indexes().stream()
        .filter(index -> index.unique() && wanted.equals(new HashSet<>(index.columns())))
        .findFirst()
        .map(index -> new UniqueKey(index.name().name(), index.columns()))
        .orElseThrow(() -> new AssertionError("foreign key " + key.name() + " has no unique key"));
  }
}
