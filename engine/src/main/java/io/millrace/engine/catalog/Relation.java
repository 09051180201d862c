package io.millrace.engine.catalog;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Something with rows that a query can name. */
public sealed interface Relation permits Table, View, SystemRelation {
  /** Stable for ever; names change, ids don't. */
  int id();

  QualifiedName name();

  List<Column> columns();

  /** The store map with its contents, or -1 if it keeps none. */
  int mapId();

  /** The type of its rows, in column order. */
  RowType rowType();

  /** The stable ids of its columns, in column order. */
  List<Integer> columnIds();

  /** Its indexes: a table's in the order of creation, those of an incremental view too. */
  default List<Index> indexes() {
    return List.of();
  }

  /** The formats of the indexes' keys over its rows, in the order of {@link #indexes}. */
  default List<KeyFormat> indexFormats() {
    return List.of();
  }

  /** The place of an index, by its id, among {@link #indexes}. */
  default int indexPosition(int indexId) {
    for (int i = 0; i < indexes().size(); i++) {
      if (indexes().get(i).id() == indexId) {
        return i;
      }
    }
    throw new AssertionError("index " + indexId + " must be one of " + name());
  }

  /**
   * The format of a whole row as a key, as far as there are no NULLs: all columns, as a row has
   * them. Without a primary key rows are kept in this order.
   */
  default KeyFormat rowOrder() {
    int size = columns().size();
    boolean[] ascending = new boolean[size];
    boolean[] tagged = new boolean[size];
    for (int i = 0; i < size; i++) {
      tagged[i] = columns().get(i).type().nullable();
    }
    return new KeyFormat(rowType(), IntStream.range(0, size).toArray(), ascending, tagged);
  }

  /** What it is, as errors say it. */
  default String kindName() {
    if (this instanceof View view) {
      return view.kind() == View.Kind.PLAIN ? "a plain view" : "an incremental view";
    }
    return this instanceof Table ? "a table" : "a system table";
  }

  /** The type of rows of some columns. */
  static RowType typeOf(List<Column> columns) {
    return RowType.of(columns.stream().map(Column::type).toArray(ColumnType[]::new));
  }

  /** The position of a column by name, without regard to case. */
  default OptionalInt position(String columnName) {
    String key = columnName.toLowerCase(Locale.ROOT);
    for (int i = 0; i < columns().size(); i++) {
      if (columns().get(i).name().toLowerCase(Locale.ROOT).equals(key)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
