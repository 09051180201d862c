package io.millrace.engine.catalog;

import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A base table: a bag of rows, or a set with a primary key. Immutable; equal only to itself, so
 * that a transaction can tell whether its definition is still the same.
 *
 * <p>With a primary key its map is a state (key → row), without one a trace (row → weight).
 */
public final class Table implements Relation {
  private final int id;
  private final QualifiedName name;
  private final List<Column> columns;
  private final List<Integer> primaryKey;
  private final @Nullable String primaryKeyName;
  private final List<Index> indexes;
  private final List<Check> checks;
  private final List<ForeignKey> foreignKeys;
  private final int nextColumnId;
  private final int mapId;
  private final RowType rowType;
  private final List<Integer> columnIds;
  private final @Nullable KeyFormat primaryKeyFormat;
  private final List<KeyFormat> indexFormats;

  /** A CHECK constraint: an expression over a row that must not be FALSE. */
  public record Check(String name, Expr condition, String sql) {}

  /**
   * A table without foreign keys.
   *
   * @param primaryKey positions of the key's columns in key order, empty if there is none; never
   *     NULL, encoded without tags, ascending
   * @param nextColumnId the id that the next added column gets
   */
  public Table(
      int id,
      QualifiedName name,
      List<Column> columns,
      List<Integer> primaryKey,
      @Nullable String primaryKeyName,
      List<Index> indexes,
      List<Check> checks,
      int nextColumnId,
      int mapId) {
    this(
        id,
        name,
        columns,
        primaryKey,
        primaryKeyName,
        indexes,
        checks,
        List.of(),
        nextColumnId,
        mapId);
  }

  private Table(
      int id,
      QualifiedName name,
      List<Column> columns,
      List<Integer> primaryKey,
      @Nullable String primaryKeyName,
      List<Index> indexes,
      List<Check> checks,
      List<ForeignKey> foreignKeys,
      int nextColumnId,
      int mapId) {
    this.id = id;
    this.name = name;
    this.columns = List.copyOf(columns);
    this.primaryKey = List.copyOf(primaryKey);
    this.primaryKeyName = primaryKeyName;
    this.indexes = List.copyOf(indexes);
    this.checks = List.copyOf(checks);
    this.foreignKeys = List.copyOf(foreignKeys);
    this.nextColumnId = nextColumnId;
    this.mapId = mapId;
    this.rowType = Relation.typeOf(columns);
    this.columnIds = columns.stream().map(Column::id).toList();
    this.primaryKeyFormat =
        primaryKey.isEmpty()
            ? null
            : KeyFormat.untagged(
                rowType, primaryKey.stream().mapToInt(Integer::intValue).toArray());
    this.indexFormats = indexes.stream().map(index -> index.keyFormat(rowType)).toList();
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public QualifiedName name() {
    return name;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public int mapId() {
    return mapId;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public List<Integer> columnIds() {
    return columnIds;
  }

  /** The positions of the primary key's columns in key order, empty if there is none. */
  public List<Integer> primaryKey() {
    return primaryKey;
  }

  /** The constraint's name, or null without a primary key. */
  public @Nullable String primaryKeyName() {
    return primaryKeyName;
  }

  public boolean hasPrimaryKey() {
    return primaryKeyFormat != null;
  }

  /** The format of primary keys over rows of this table, which must have one. */
  public KeyFormat primaryKeyFormat() {
    if (primaryKeyFormat == null) {
      throw new AssertionError("table " + name + " must have a primary key");
    }
    return primaryKeyFormat;
  }

  @Override
  public List<Index> indexes() {
    return indexes;
  }

  @Override
  public List<KeyFormat> indexFormats() {
    return indexFormats;
  }

  public List<Check> checks() {
    return checks;
  }

  /** What its rows refer to; those that refer to it are {@link Catalog#references}. */
  public List<ForeignKey> foreignKeys() {
    return foreignKeys;
  }

  /** The id that the next added column gets. */
  public int nextColumnId() {
    return nextColumnId;
  }

  /** This table with other indexes. */
  public Table withIndexes(List<Index> newIndexes) {
    return with(newIndexes, checks, foreignKeys);
  }

  /** This table with other CHECK constraints. */
  public Table withChecks(List<Check> newChecks) {
    return with(indexes, newChecks, foreignKeys);
  }

  /** This table with other foreign keys. */
  public Table withForeignKeys(List<ForeignKey> newForeignKeys) {
    return with(indexes, checks, newForeignKeys);
  }

  private Table with(
      List<Index> newIndexes, List<Check> newChecks, List<ForeignKey> newForeignKeys) {
    return new Table(
        id,
        name,
        columns,
        primaryKey,
        primaryKeyName,
        newIndexes,
        newChecks,
        newForeignKeys,
        nextColumnId,
        mapId);
  }
}
