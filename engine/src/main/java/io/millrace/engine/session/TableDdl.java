package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.Statement;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * CREATE and DROP of tables: from a catalog to the next, or an error and nothing. The commit
 * pipeline does the rest.
 */
final class TableDdl {
  private final ConstraintDdl constraints;

  TableDdl(ConstraintDdl constraints) {
    this.constraints = constraints;
  }

  Catalog createTable(Catalog catalog, Statement.CreateTable statement) {
    QualifiedName name = statement.name();
    SchemaDdl.requireSchema(catalog, name.schema());
    if (catalog.relation(name).isPresent()) {
      if (statement.ifNotExists()) {
        return catalog;
      }
      throw ErrorCode.DUPLICATE_TABLE.exception(name);
    }
    int id = catalog.nextId();
    List<Column> columns = new ArrayList<>();
    for (Statement.NewColumn column : statement.columns()) {
      int position = columns.size();
      boolean isKey = statement.primaryKey().contains(position);
      ColumnType type = isKey ? column.type().notNull() : column.type();
      columns.add(
          new Column(position, column.name(), type, column.defaultValue(), column.defaultSql()));
    }
    String keyName = statement.primaryKeyName();
    if (keyName == null && !statement.primaryKey().isEmpty()) {
      keyName = name.name() + "_pkey";
    }
    Table table =
        new Table(
            id,
            name,
            List.copyOf(columns),
            statement.primaryKey(),
            keyName,
            List.of(),
            List.of(),
            columns.size(),
            id + 1);
    return constrained(catalog.reserve(2).with(table), id, statement.constraints());
  }

  /** Foreign keys come last, since they may refer to a unique key of their own table. */
  private Catalog constrained(Catalog catalog, int tableId, List<Statement.NewConstraint> wanted) {
    Catalog result = catalog;
    for (boolean isForeign : new boolean[] {false, true}) {
      for (Statement.NewConstraint constraint : wanted) {
        if (constraint instanceof Statement.NewForeignKey == isForeign) {
          result = constraints.add(result, tableId, constraint);
        }
      }
    }
    return result;
  }

  Catalog dropTables(Catalog catalog, Statement.DropTable statement) {
    Catalog result = catalog;
    Set<Integer> going = ids(catalog, statement.names());
    for (QualifiedName name : statement.names()) {
      SchemaDdl.requireOwn(name.schema());
      Relation relation = result.relation(name).orElse(null);
      if (relation == null && statement.ifExists()) {
        continue;
      }
      if (relation == null) {
        throw ErrorCode.UNDEFINED_TABLE.exception(name);
      }
      if (!(relation instanceof Table table)) {
        throw ErrorCode.WRONG_OBJECT_TYPE.exception(
            name, relation.kindName(), "a table", "Use DROP VIEW or DROP MATERIALIZED VIEW.");
      }
      String action = "drop table \"" + name + "\"";
      result =
          constraints
              .foreignKeys()
              .dropReferences(result, table, going, statement.cascade(), action);
      result = Dependents.drop(result, relation, statement.cascade(), action);
    }
    return result;
  }

  private static Set<Integer> ids(Catalog catalog, List<QualifiedName> names) {
    return names.stream()
        .flatMap(name -> catalog.relation(name).stream())
        .map(Relation::id)
        .collect(Collectors.toSet());
  }

  /**
   * Refuses to drop what others need.
   *
   * @throws DatabaseException 2BP01
   */
  static void requireNone(String action, List<String> users) {
    if (!users.isEmpty()) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(action, String.join(", ", users));
    }
  }

  /** The table of a name, or the error that there is none. */
  static Table table(Catalog catalog, QualifiedName name) {
    Relation relation =
        catalog.relation(name).orElseThrow(() -> ErrorCode.UNDEFINED_TABLE.exception(name));
    if (relation instanceof Table table) {
      return table;
    }
    throw ErrorCode.WRONG_OBJECT_TYPE.exception(
        name,
        relation.kindName(),
        "a table",
        relation instanceof View ? "Change the tables beneath it." : "It can only be read.");
  }
}
