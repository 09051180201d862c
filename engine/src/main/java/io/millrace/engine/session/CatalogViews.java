package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Describes a catalog in plain values. */
final class CatalogViews {
  private CatalogViews() {}

  static CatalogView of(Catalog catalog) {
    Set<String> schemas = new TreeSet<>(catalog.schemas());
    schemas.addAll(SystemRelation.SCHEMAS);
    List<Relation> relations = new ArrayList<>(catalog.relations());
    relations.addAll(SystemRelation.all());
    return new CatalogView(
        List.copyOf(schemas),
        relations.stream().map(relation -> relation(catalog, relation)).toList());
  }

  private static CatalogView.RelationDescription relation(Catalog catalog, Relation relation) {
    List<CatalogView.RelationColumn> columns = new ArrayList<>();
    for (Column column : relation.columns()) {
      columns.add(
          new CatalogView.RelationColumn(
              ColumnDescription.of(
                  column.name(), column.type(), relation.name().name(), relation.name().schema()),
              column.defaultSql(),
              columns.size() + 1));
    }
    List<String> primaryKey = new ArrayList<>();
    List<CatalogView.IndexDescription> indexes = new ArrayList<>();
    List<CatalogView.ForeignKeyDescription> foreignKeys = new ArrayList<>();
    String keyName = null;
    if (relation instanceof Table table) {
      keyName = table.primaryKeyName();
      primaryKey.addAll(names(table, table.primaryKey()));
      table.foreignKeys().forEach(key -> foreignKeys.add(foreignKey(catalog, table, key)));
    }
    relation.indexes().forEach(index -> indexes.add(index(relation, index)));
    return new CatalogView.RelationDescription(
        relation.name().schema(),
        relation.name().name(),
        type(relation),
        columns,
        named(keyName),
        primaryKey,
        indexes,
        foreignKeys);
  }

  private static CatalogView.ForeignKeyDescription foreignKey(
      Catalog catalog, Table table, ForeignKey key) {
    Table referenced = (Table) catalog.require(key.referencedTable());
    return new CatalogView.ForeignKeyDescription(
        key.name(),
        names(table, key.columns()),
        referenced.name().schema(),
        referenced.name().name(),
        names(referenced, key.referencedColumns()),
        InformationConstraints.referencedKey(referenced, key).name(),
        key.onUpdate() == ForeignKey.Action.RESTRICT,
        key.onDelete() == ForeignKey.Action.RESTRICT);
  }

  private static @Nullable String named(@Nullable String name) {
    return name;
  }

  private static String type(Relation relation) {
    if (relation instanceof View view) {
      return view.kind() == View.Kind.PLAIN ? "VIEW" : "MATERIALIZED VIEW";
    }
    return relation instanceof Table ? "TABLE" : "SYSTEM TABLE";
  }

  private static CatalogView.IndexDescription index(Relation relation, Index index) {
    return new CatalogView.IndexDescription(
        index.name().name(), index.unique(), names(relation, index.columns()), index.descending());
  }

  private static List<String> names(Relation relation, List<Integer> positions) {
    return positions.stream().map(i -> relation.columns().get(i).name()).toList();
  }
}
