package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** CREATE SCHEMA and DROP SCHEMA: from a catalog to the next. */
final class SchemaDdl {
  private SchemaDdl() {}

  static Catalog createSchema(Catalog catalog, Statement.CreateSchema statement) {
    String key = statement.name().toLowerCase(Locale.ROOT);
    if (catalog.schemas().contains(key) || SystemRelation.isSystemSchema(key)) {
      if (statement.ifNotExists()) {
        return catalog;
      }
      throw ErrorCode.DUPLICATE_SCHEMA.exception(statement.name());
    }
    return catalog.withSchema(key);
  }

  static Catalog dropSchema(
      Catalog catalog, Statement.DropSchema statement, ForeignKeyDdl foreignKeys) {
    String key = statement.name().toLowerCase(Locale.ROOT);
    requireOwn(key);
    if (!catalog.schemas().contains(key)) {
      if (statement.ifExists()) {
        return catalog;
      }
      throw ErrorCode.UNDEFINED_SCHEMA.exception(statement.name());
    }
    if (key.equals(Catalog.DEFAULT_SCHEMA)) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(
          "drop schema \"public\"", "names without a schema");
    }
    List<Relation> inside =
        catalog.relations().stream()
            .filter(relation -> relation.name().schema().equalsIgnoreCase(key))
            .toList();
    if (!inside.isEmpty() && !statement.cascade()) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(
          "drop schema \"" + statement.name() + "\"", Dependents.names(inside));
    }
    Catalog result = catalog;
    Set<Integer> going = inside.stream().map(Relation::id).collect(Collectors.toSet());
    for (Relation relation : inside) {
      if (relation instanceof Table table) {
        result = foreignKeys.dropReferences(result, table, going, true, "");
      }
      if (result.relation(relation.id()).isPresent()) {
        result = Dependents.drop(result, relation, true, "");
      }
    }
    return result.withoutSchema(key);
  }

  /** Refuses a schema that belongs to the database. */
  static void requireOwn(String schema) {
    if (SystemRelation.isSystemSchema(schema)) {
      throw ErrorCode.SYSTEM_SCHEMA.exception(schema);
    }
  }

  /** Refuses a schema that isn't there. */
  static void requireSchema(Catalog catalog, String schema) {
    requireOwn(schema);
    if (!catalog.schemas().contains(schema.toLowerCase(Locale.ROOT))) {
      throw ErrorCode.UNDEFINED_SCHEMA.exception(schema);
    }
  }
}
