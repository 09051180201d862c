package io.millrace.engine.query;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.query.KeyBounds.Bounds;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a primary key, an index or the rows' own order that holds every row that a predicate
 * can be TRUE for, in the order of one column.
 *
 * @param index {@link RelationReader#PRIMARY_KEY}, {@link RelationReader#ROWS} or the id of an
 *     index
 * @param name the index's name, for EXPLAIN
 * @param descending whether the column's greatest value comes first
 */
record OrderedPath(int index, String name, AccessPath.Stretch stretch, boolean descending) {

  /** A stretch in the order of a column, if something is kept in it. */
  static Optional<OrderedPath> by(int column, Relation relation, KeyBounds bounds) {
    List<OrderedPath> paths = new ArrayList<>();
    if (relation instanceof Table table && table.hasPrimaryKey()) {
      String name = String.valueOf(table.primaryKeyName());
      add(paths, RelationReader.PRIMARY_KEY, name, table.primaryKeyFormat(), column, bounds);
    } else {
      add(paths, RelationReader.ROWS, "", relation.rowOrder(), column, bounds);
    }
    for (int i = 0; i < relation.indexes().size(); i++) {
      Index index = relation.indexes().get(i);
      KeyFormat format = relation.indexFormats().get(i);
      add(paths, index.id(), index.name().toString(), format, column, bounds);
    }
    return paths.stream().findFirst();
  }

  private static void add(
      List<OrderedPath> paths,
      int index,
      String name,
      KeyFormat format,
      int column,
      KeyBounds bounds) {
    List<Object> equal = new ArrayList<>();
    for (int i = 0; i < format.size(); i++) {
      Bounds known = bounds.of(format.column(i));
      if (format.column(i) == column) {
        AccessPath.Stretch all = AccessPath.stretch(format, equal, known);
        AccessPath.Stretch stretch =
            index == RelationReader.ROWS ? all : withoutNulls(all, format, equal);
        paths.add(new OrderedPath(index, name, stretch, format.isDescending(i)));
        return;
      }
      if (known == null || known.equal == null) {
        return;
      }
      equal.add(known.equal);
    }
  }

  /** The stretch without the keys that have NULL behind the values that they begin with. */
  private static AccessPath.Stretch withoutNulls(
      AccessPath.Stretch all, KeyFormat format, List<Object> equal) {
    @Nullable Object[] cells = equal.toArray(new Object[equal.size() + 1]);
    byte[] nulls = format.prefixOf(cells);
    if (nulls == null) {
      return all;
    }
    boolean first = format.isNullsFirst(equal.size());
    AccessPath.Stretch values =
        first
            ? new AccessPath.Stretch(KeyFormat.successor(nulls), all.to())
            : new AccessPath.Stretch(all.from(), nulls);
    return all.within(values);
  }

  /** Its rows from the greatest value of the column on, or from the least; empty if it can't. */
  Optional<Cursor> rows(RelationReader relation, boolean greatestFirst) {
    if (stretch.isEmpty()) {
      return Optional.of(Cursors.EMPTY);
    }
    return greatestFirst == descending
        ? Optional.of(relation.range(index, stretch.from(), stretch.to()))
        : relation.descending(index, stretch.from(), stretch.to());
  }

  /** Which key is walked, for EXPLAIN. */
  String describe() {
    return switch (index) {
      case RelationReader.PRIMARY_KEY -> "primary key " + name;
      case RelationReader.ROWS -> "the order of its columns";
      default -> "index " + name;
    };
  }
}
