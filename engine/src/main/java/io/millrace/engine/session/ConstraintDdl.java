package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.view.Circuits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds and drops the constraints of tables: from a catalog to the next, or an error and nothing.
 */
final class ConstraintDdl {
  private final Circuits circuits;
  private final ForeignKeyDdl foreignKeys;

  ConstraintDdl(Circuits circuits) {
    this.circuits = circuits;
    this.foreignKeys = new ForeignKeyDdl(circuits);
  }

  ForeignKeyDdl foreignKeys() {
    return foreignKeys;
  }

  /** ALTER TABLE … ADD. */
  Catalog add(Catalog catalog, Statement.AddConstraint statement) {
    return add(catalog, TableDdl.table(catalog, statement.table()).id(), statement.constraint());
  }

  /**
   * The catalog with one more constraint of a table that it has.
   *
   * @throws DatabaseException 42710 or 42P07 if its name is taken, and others of class 42
   */
  Catalog add(Catalog catalog, int tableId, Statement.NewConstraint constraint) {
    Table table = (Table) catalog.require(tableId);
    if (constraint instanceof Statement.NewForeignKey key) {
      return foreignKeys.add(catalog, table, key);
    }
    if (constraint instanceof Statement.NewCheck check) {
      List<Table.Check> checks = new ArrayList<>(table.checks());
      String name = ConstraintNames.ofCheck(table, check.name());
      checks.add(new Table.Check(name, check.condition(), check.sql()));
      return catalog.with(table.withChecks(checks));
    }
    return addUnique(catalog, table, (Statement.NewUnique) constraint);
  }

  private static Catalog addUnique(Catalog catalog, Table table, Statement.NewUnique unique) {
    ConstraintNames.requireFree(table, unique.name());
    List<Integer> columns = unique.columns();
    QualifiedName name = ConstraintNames.ofIndex(catalog, table, unique.name(), columns, "key");
    List<Boolean> ascending = Collections.nCopies(columns.size(), false);
    int id = catalog.nextId();
    List<Index> indexes = new ArrayList<>(table.indexes());
    indexes.add(new Index(id, name, columns, ascending, true, true, id + 1));
    return catalog.reserve(2).with(table.withIndexes(indexes));
  }

  /**
   * ALTER TABLE … DROP CONSTRAINT.
   *
   * @throws DatabaseException 42704 if there is none; 2BP01 if something needs it; 0A000 for a
   *     primary key
   */
  Catalog drop(Catalog catalog, Statement.DropConstraint statement) {
    Table table = TableDdl.table(catalog, statement.table());
    String name = statement.name();
    for (ForeignKey key : table.foreignKeys()) {
      if (key.name().equalsIgnoreCase(name)) {
        return foreignKeys.drop(catalog, new ForeignKey.Owned(table, key));
      }
    }
    for (Table.Check check : table.checks()) {
      if (check.name().equalsIgnoreCase(name)) {
        List<Table.Check> others = new ArrayList<>(table.checks());
        others.remove(check);
        return catalog.with(table.withChecks(others));
      }
    }
    Index unique = unique(table, name);
    if (unique != null) {
      return dropUnique(catalog, table, unique, statement.cascade());
    }
    if (name.equalsIgnoreCase(table.primaryKeyName())) {
      throw ErrorCode.FEATURE_NOT_SUPPORTED.exception(
          "Dropping a PRIMARY KEY", "Create another table without it, and copy the rows.");
    }
    if (statement.ifExists()) {
      return catalog;
    }
    throw ErrorCode.UNDEFINED_CONSTRAINT.exception(table.name(), name);
  }

  private static @Nullable Index unique(Table table, String name) {
    return table.indexes().stream()
        .filter(index -> index.constraint() && index.unique())
        .filter(index -> index.name().name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  private Catalog dropUnique(Catalog catalog, Table table, Index unique, boolean cascade) {
    String action = "drop constraint \"" + unique.name().name() + "\"";
    Table without = without(table, unique);
    TableDdl.requireNone(action, IndexUsers.views(catalog, circuits, without));
    Catalog result =
        foreignKeys.dropAll(
            catalog, IndexUsers.withoutUniqueKey(catalog, without), cascade, action);
    // What refers to the table may be the table itself, which then is another one by now.
    return foreignKeys.indexed(result, without((Table) result.require(table.id()), unique));
  }

  private static Table without(Table table, Index index) {
    List<Index> others = new ArrayList<>(table.indexes());
    others.remove(index);
    return table.withIndexes(others);
  }
}
