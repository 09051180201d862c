package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.ServedKey;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.ViewCompiler;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * CREATE and DROP of tables and indexes: from a catalog to the next, or an error and nothing. The
 * commit pipeline does the rest.
 */
final class TableDdl {
  private final Circuits circuits;

  TableDdl(Circuits circuits) {
    this.circuits = circuits;
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
    int next = catalog.nextId();
    int id = next++;
    int mapId = next++;
    List<Column> columns = new ArrayList<>();
    for (Statement.NewColumn column : statement.columns()) {
      int position = columns.size();
      boolean isKey = statement.primaryKey().contains(position);
      ColumnType type = isKey ? column.type().notNull() : column.type();
      columns.add(
          new Column(position, column.name(), type, column.defaultValue(), column.defaultSql()));
    }
    List<Index> indexes = new ArrayList<>();
    for (Statement.NewUnique unique : statement.uniques()) {
      List<String> names = unique.columns().stream().map(i -> columns.get(i).name()).toList();
      QualifiedName indexName =
          uniqueName(catalog, name.schema(), unique.name(), name.name(), names, "key", indexes);
      List<Boolean> ascending = Collections.nCopies(names.size(), false);
      indexes.add(new Index(next++, indexName, unique.columns(), ascending, true, true, next++));
    }
    List<Table.Check> checks = new ArrayList<>();
    for (Statement.NewCheck check : statement.checks()) {
      String checkName =
          check.name() == null ? name.name() + "_check" + (checks.size() + 1) : check.name();
      checks.add(new Table.Check(checkName, check.condition(), check.sql()));
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
            List.copyOf(indexes),
            List.copyOf(checks),
            columns.size(),
            mapId);
    return catalog.reserve(next - catalog.nextId()).with(table);
  }

  private static QualifiedName uniqueName(
      Catalog catalog,
      String schema,
      @Nullable String given,
      String table,
      List<String> columns,
      String suffix,
      List<Index> others) {
    String base = given == null ? table + "_" + String.join("_", columns) + "_" + suffix : given;
    QualifiedName name = new QualifiedName(schema, base);
    int number = 1;
    while (isTaken(catalog, name, others)) {
      if (given != null) {
        throw ErrorCode.DUPLICATE_INDEX.exception(name);
      }
      name = new QualifiedName(schema, base + number++);
    }
    return name;
  }

  private static boolean isTaken(Catalog catalog, QualifiedName name, List<Index> others) {
    return catalog.tableOfIndex(name).isPresent()
        || others.stream().anyMatch(index -> index.name().equals(name));
  }

  Catalog dropTables(Catalog catalog, Statement.DropTable statement) {
    Catalog result = catalog;
    for (QualifiedName name : statement.names()) {
      SchemaDdl.requireOwn(name.schema());
      Relation relation = result.relation(name).orElse(null);
      if (relation == null && statement.ifExists()) {
        continue;
      }
      if (relation == null) {
        throw ErrorCode.UNDEFINED_TABLE.exception(name);
      }
      if (!(relation instanceof Table)) {
        throw ErrorCode.WRONG_OBJECT_TYPE.exception(
            name, relation.kindName(), "a table", "Use DROP VIEW or DROP MATERIALIZED VIEW.");
      }
      result =
          Dependents.drop(result, relation, statement.cascade(), "drop table \"" + name + "\"");
    }
    return result;
  }

  Catalog createIndex(Catalog catalog, Statement.CreateIndex statement) {
    QualifiedName name = statement.name();
    if (catalog.tableOfIndex(name).isPresent()) {
      if (statement.ifNotExists()) {
        return catalog;
      }
      throw ErrorCode.DUPLICATE_INDEX.exception(name);
    }
    Table table = table(catalog, statement.table());
    List<Integer> positions = new ArrayList<>();
    for (String column : statement.columns()) {
      int position =
          table.position(column).orElseThrow(() -> ErrorCode.UNDEFINED_COLUMN.exception(column));
      if (positions.contains(position)) {
        throw ErrorCode.DUPLICATE_COLUMN.exception(column);
      }
      positions.add(position);
    }
    int next = catalog.nextId();
    Index index =
        new Index(
            next,
            name,
            List.copyOf(positions),
            List.copyOf(statement.descending()),
            statement.unique(),
            false,
            next + 1);
    List<Index> indexes = new ArrayList<>(table.indexes());
    indexes.add(index);
    return catalog.reserve(2).with(table.withIndexes(indexes));
  }

  Catalog dropIndex(Catalog catalog, Statement.DropIndex statement) {
    QualifiedName name = statement.name();
    Table table = catalog.tableOfIndex(name).orElse(null);
    if (table == null) {
      if (statement.ifExists()) {
        return catalog;
      }
      throw ErrorCode.UNDEFINED_INDEX.exception(name);
    }
    List<Index> indexes = new ArrayList<>(table.indexes());
    Index index =
        indexes.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();
    if (index.constraint()) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(
          "drop index \"" + name + "\"", "constraint \"" + name.name() + "\"");
    }
    indexes.remove(index);
    Table without = table.withIndexes(indexes);
    requireServed(catalog, without, name);
    return catalog.with(without);
  }

  /** Circuits read indexes instead of keeping copies: such an index must stay. */
  private void requireServed(Catalog catalog, Table without, QualifiedName index) {
    List<String> users = new ArrayList<>();
    for (View view : catalog.dependents(without.id())) {
      if (view.kind() == View.Kind.INCREMENTAL) {
        for (ServedKey served : circuits.of(view).served()) {
          if (served.relationId() == without.id()
              && !ViewCompiler.isServed(circuits.of(view), served, without)) {
            users.add("view \"" + view.name() + "\"");
          }
        }
      }
    }
    if (!users.isEmpty()) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(
          "drop index \"" + index + "\"",
          users.stream().distinct().collect(Collectors.joining(", ")));
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
