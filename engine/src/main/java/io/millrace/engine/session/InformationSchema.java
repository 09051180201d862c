package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code information_schema}; there are no catalogs and no owners. */
final class InformationSchema {
  private InformationSchema() {}

  static List<@Nullable Object[]> schemata(Catalog catalog) {
    List<String> schemas = new ArrayList<>(catalog.schemas());
    schemas.addAll(SystemRelation.SCHEMAS);
    List<@Nullable Object[]> rows = new ArrayList<>();
    schemas.stream().distinct().forEach(schema -> rows.add(SystemRows.row(null, schema, null)));
    return rows;
  }

  private static List<Relation> all(Catalog catalog) {
    List<Relation> all = new ArrayList<>(catalog.relations());
    all.addAll(SystemRelation.all());
    return all;
  }

  static List<@Nullable Object[]> tables(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Relation relation : all(catalog)) {
      rows.add(
          SystemRows.row(
              null,
              relation.name().schema(),
              relation.name().name(),
              type(relation),
              relation instanceof Table ? "YES" : "NO"));
    }
    return rows;
  }

  private static String type(Relation relation) {
    if (relation instanceof View view) {
      return view.kind() == View.Kind.PLAIN ? "VIEW" : "MATERIALIZED VIEW";
    }
    return relation instanceof Table ? "BASE TABLE" : "SYSTEM TABLE";
  }

  static List<@Nullable Object[]> columns(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Relation relation : all(catalog)) {
      for (int i = 0; i < relation.columns().size(); i++) {
        rows.add(column(relation, relation.columns().get(i), i + 1));
      }
    }
    return rows;
  }

  private static @Nullable Object[] column(Relation relation, Column column, long position) {
    ColumnType type = column.type();
    CellType cell = type.type();
    boolean hasLength =
        (cell == CellType.VARCHAR || cell == CellType.CHAR)
            && type.precision() != ColumnType.UNLIMITED;
    boolean isDecimal = cell == CellType.DECIMAL;
    return SystemRows.row(
        null,
        relation.name().schema(),
        relation.name().name(),
        column.name(),
        position,
        column.defaultSql(),
        type.nullable() ? "YES" : "NO",
        cell.sqlName(),
        hasLength ? (long) type.precision() : null,
        isDecimal ? (long) type.precision() : null,
        isDecimal ? (long) type.scale() : null);
  }

  static List<@Nullable Object[]> views(Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation instanceof View view) {
        rows.add(
            SystemRows.row(
                null, view.name().schema(), view.name().name(), view.sql(), "NONE", "NO"));
      }
    }
    return rows;
  }
}
