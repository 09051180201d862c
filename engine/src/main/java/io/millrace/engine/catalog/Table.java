package io.millrace.engine.catalog;

import io.millrace.storage.row.KeyFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A base table: a bag of rows, or a set with a primary key.
 *
 * <p>With a primary key its map is a state (key → row), without one a trace (row → weight).
 *
 * @param primaryKey positions of the key's columns in key order, empty if there is none; never
 *     NULL, encoded without tags, ascending
 * @param checks CHECK constraints: an expression over a row that must not be FALSE
 * @param nextColumnId the id that the next added column gets
 */
public record Table(
    int id,
    QualifiedName name,
    List<Column> columns,
    List<Integer> primaryKey,
    @Nullable String primaryKeyName,
    List<Index> indexes,
    List<Check> checks,
    int nextColumnId,
    int mapId)
    implements Relation {

  /** A CHECK constraint. */
  public record Check(String name, io.millrace.engine.expr.Expr condition, String sql) {}

  public boolean hasPrimaryKey() {
    return !primaryKey.isEmpty();
  }

  /** The format of primary keys over rows of this table. */
  public KeyFormat primaryKeyFormat() {
    int[] positions = primaryKey.stream().mapToInt(Integer::intValue).toArray();
    return new KeyFormat(
        rowType(), positions, new boolean[positions.length], new boolean[positions.length]);
  }

  /** This table with other indexes. */
  public Table withIndexes(List<Index> newIndexes) {
    return new Table(
        id,
        name,
        columns,
        primaryKey,
        primaryKeyName,
        List.copyOf(newIndexes),
        checks,
        nextColumnId,
        mapId);
  }
}
