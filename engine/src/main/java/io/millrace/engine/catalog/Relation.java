package io.millrace.engine.catalog;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

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
