package io.millrace.engine.sql;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.Lookup;

/** A catalog, or one of its schemas, as Calcite's name resolution walks it. */
final class CatalogSchema extends AbstractSchema {
  private final Lookup<Table> tables;
  private final Lookup<? extends Schema> schemas;

  private CatalogSchema(Lookup<Table> tables, Lookup<? extends Schema> schemas) {
    this.tables = tables;
    this.schemas = schemas;
  }

  /** The root over all schemas of a catalog. */
  static CalciteSchema root(Catalog catalog, Function<Relation, RelationTable> tables) {
    Lookup<Schema> schemas =
        new SchemaNames<>(
            catalog::schemas,
            name ->
                SystemRelation.isSystemSchema(name)
                        || catalog.schemas().stream().anyMatch(name::equalsIgnoreCase)
                    ? schema(catalog, name, tables)
                    : null);
    return CalciteSchema.createRootSchema(
        false, false, "", new CatalogSchema(Lookup.empty(), schemas));
  }

  private static Schema schema(
      Catalog catalog, String schema, Function<Relation, RelationTable> tables) {
    Lookup<Table> lookup =
        new SchemaNames<>(
            () -> names(catalog, schema),
            name -> catalog.relation(new QualifiedName(schema, name)).map(tables).orElse(null));
    return new CatalogSchema(lookup, Lookup.empty());
  }

  private static Set<String> names(Catalog catalog, String schema) {
    return catalog.relations().stream()
        .map(Relation::name)
        .filter(name -> name.schema().equalsIgnoreCase(schema))
        .map(QualifiedName::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Lookup<Table> tables() {
    return tables;
  }

  @Override
  public Lookup<? extends Schema> subSchemas() {
    return schemas;
  }
}
