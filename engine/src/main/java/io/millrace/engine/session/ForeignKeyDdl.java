package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.view.Circuits;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes and drops foreign keys: from a catalog to the next, or an error and nothing. The commit
 * pipeline checks the rows that are there.
 *
 * <p>A key brings an index of its columns along, unless one serves already: else whoever deletes a
 * referenced row would have to read the whole table that refers to it.
 */
final class ForeignKeyDdl {
  private final Circuits circuits;

  ForeignKeyDdl(Circuits circuits) {
    this.circuits = circuits;
  }

  /**
   * The catalog with one more key of a table that it has.
   *
   * @throws DatabaseException 42P01, 42809, 42703, 42830, 42804, 42710
   */
  Catalog add(Catalog catalog, Table table, Statement.NewForeignKey wanted) {
    try {
      Table referenced = referenced(catalog, wanted);
      List<Integer> columns = referencedColumns(referenced, wanted);
      requireTypes(table, wanted.columns(), referenced, columns);
      String name = ConstraintNames.of(table, wanted.name(), wanted.columns(), "fkey");
      List<ForeignKey> keys = new ArrayList<>(table.foreignKeys());
      keys.add(
          new ForeignKey(
              name,
              wanted.columns(),
              referenced.id(),
              columns,
              wanted.match(),
              wanted.onDelete(),
              wanted.onUpdate()));
      return indexed(catalog, table.withForeignKeys(keys));
    } catch (DatabaseException e) {
      throw e.at(wanted.line(), wanted.column());
    }
  }

  private static Table referenced(Catalog catalog, Statement.NewForeignKey wanted) {
    Relation relation =
        catalog
            .relation(wanted.referenced())
            .orElseThrow(() -> ErrorCode.UNDEFINED_TABLE.exception(wanted.referenced()));
    if (relation instanceof Table table) {
      return table;
    }
    throw ErrorCode.WRONG_OBJECT_TYPE.exception(
        relation.name(), relation.kindName(), "a table", "Refer to the tables beneath it.");
  }

  private static List<Integer> referencedColumns(Table table, Statement.NewForeignKey wanted) {
    List<Integer> columns = new ArrayList<>();
    for (String name : wanted.referencedColumns()) {
      int position =
          table.position(name).orElseThrow(() -> ErrorCode.UNDEFINED_COLUMN.exception(name));
      if (columns.contains(position)) {
        throw ErrorCode.DUPLICATE_COLUMN.exception(name);
      }
      columns.add(position);
    }
    if (columns.isEmpty() && !table.hasPrimaryKey()) {
      throw ErrorCode.INVALID_FOREIGN_KEY.exception(
          "Table \"" + table.name() + "\" has no primary key to refer to",
          "Name the columns of a unique key.");
    }
    columns.addAll(columns.isEmpty() ? table.primaryKey() : List.of());
    if (columns.size() != wanted.columns().size()) {
      throw ErrorCode.INVALID_FOREIGN_KEY.exception(
          "A foreign key of %d columns refers to %d"
              .formatted(wanted.columns().size(), columns.size()),
          "Give both as many.");
    }
    if (!IndexUsers.isUniqueKey(table, columns)) {
      String names = names(table, columns);
      throw ErrorCode.INVALID_FOREIGN_KEY.exception(
          "(%s) is neither the primary key of table \"%s\" nor a unique key"
              .formatted(names, table.name()),
          "Add UNIQUE (" + names + ") to it.");
    }
    return List.copyOf(columns);
  }

  private static String names(Table table, List<Integer> columns) {
    return columns.stream()
        .map(i -> table.columns().get(i).name())
        .collect(Collectors.joining(", "));
  }

  private static void requireTypes(
      Table table, List<Integer> columns, Table referenced, List<Integer> referencedColumns) {
    for (int i = 0; i < columns.size(); i++) {
      ColumnType type = table.columns().get(columns.get(i)).type().withNullable(true);
      ColumnType other =
          referenced.columns().get(referencedColumns.get(i)).type().withNullable(true);
      if (!isComparable(type, other)) {
        throw ErrorCode.FOREIGN_KEY_TYPES.exception(
            table.columns().get(columns.get(i)).name(),
            type,
            referenced.columns().get(referencedColumns.get(i)).name(),
            referenced.name(),
            other);
      }
    }
  }

  /** Whether values of the two are equal if they are the same value: no rounding comes between. */
  private static boolean isComparable(ColumnType a, ColumnType b) {
    return a.hasKeysOf(b)
        || (isExact(a.type()) && isExact(b.type()))
        || (isApproximate(a.type()) && isApproximate(b.type()))
        || (isBinary(a.type()) && isBinary(b.type()));
  }

  private static boolean isExact(CellType type) {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> true;
      default -> false;
    };
  }

  private static boolean isApproximate(CellType type) {
    return type == CellType.REAL || type == CellType.DOUBLE;
  }

  private static boolean isBinary(CellType type) {
    return type == CellType.BINARY || type == CellType.VARBINARY;
  }

  /** The catalog with a table as it now is, and an index for each key of it that has none. */
  Catalog indexed(Catalog catalog, Table table) {
    Catalog result = catalog;
    Table indexed = table;
    for (ForeignKey.Owned owned : IndexUsers.unserved(table)) {
      List<Integer> columns = owned.key().columns();
      if (!IndexUsers.serves(indexed, columns)) {
        List<Index> indexes = new ArrayList<>(indexed.indexes());
        int id = result.nextId();
        indexes.add(
            new Index(
                id,
                ConstraintNames.ofIndex(result, indexed, null, columns, "idx"),
                columns,
                Collections.nCopies(columns.size(), false),
                false,
                true,
                id + 1));
        indexed = indexed.withIndexes(indexes);
        result = result.reserve(2).with(indexed);
      }
    }
    return result.with(indexed);
  }

  /**
   * The catalog without a key, and without the index that came with it if nothing else needs it.
   */
  Catalog drop(Catalog catalog, ForeignKey.Owned owned) {
    Table table = (Table) catalog.require(owned.table().id());
    List<ForeignKey> keys = new ArrayList<>(table.foreignKeys());
    keys.remove(owned.key());
    Table without = table.withForeignKeys(keys);
    for (Index index : table.indexes()) {
      if (cameWith(index, owned.key())) {
        List<Index> others = new ArrayList<>(without.indexes());
        others.remove(index);
        Table unindexed = without.withIndexes(others);
        if (IndexUsers.unserved(unindexed).isEmpty()
            && IndexUsers.views(catalog, circuits, unindexed).isEmpty()) {
          without = unindexed;
        }
      }
    }
    return catalog.with(without);
  }

  private static boolean cameWith(Index index, ForeignKey key) {
    return index.constraint()
        && !index.unique()
        && new HashSet<>(index.columns()).equals(new HashSet<>(key.columns()));
  }

  /**
   * The catalog without the keys that refer to a table from others than those that go with it.
   *
   * @throws DatabaseException 2BP01 if there are any, unless it cascades
   */
  Catalog dropReferences(
      Catalog catalog, Table table, Set<Integer> going, boolean cascade, String action) {
    List<ForeignKey.Owned> others =
        catalog.references(table.id()).stream()
            .filter(owned -> owned.table().id() != table.id())
            .filter(owned -> !going.contains(owned.table().id()))
            .toList();
    return dropAll(catalog, others, cascade, action);
  }

  /** The catalog without those keys, if it cascades; else they keep the action from happening. */
  Catalog dropAll(Catalog catalog, List<ForeignKey.Owned> keys, boolean cascade, String action) {
    if (!keys.isEmpty() && !cascade) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(
          action, keys.stream().map(IndexUsers::name).collect(Collectors.joining(", ")));
    }
    Catalog result = catalog;
    for (ForeignKey.Owned owned : keys) {
      result = drop(result, owned);
    }
    return result;
  }
}
