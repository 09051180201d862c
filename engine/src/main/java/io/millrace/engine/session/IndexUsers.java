package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.KeyedAccess;
import io.millrace.engine.circuit.ServedKey;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.ViewCompiler;
import io.millrace.storage.row.KeyFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What needs an index of a table: circuits that read it, and foreign keys at either end. */
final class IndexUsers {
  private IndexUsers() {}

  /** The views that cannot do without what {@code without}, a table less an index, has no more. */
  static List<String> views(Catalog catalog, Circuits circuits, Table without) {
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
    return users.stream().distinct().toList();
  }

  /** The foreign keys of a table that no index of it serves. */
  static List<ForeignKey.Owned> unserved(Table table) {
    return table.foreignKeys().stream()
        .filter(key -> !serves(table, key.columns()))
        .map(key -> new ForeignKey.Owned(table, key))
        .toList();
  }

  /** The foreign keys to a table whose columns there are no unique key. */
  static List<ForeignKey.Owned> withoutUniqueKey(Catalog catalog, Table table) {
    return catalog.references(table.id()).stream()
        .filter(owned -> !isUniqueKey(table, owned.key().referencedColumns()))
        .toList();
  }

  /**
   * Whether rows are found by those columns: in some order they lead the primary key or an index.
   */
  static boolean serves(Table table, List<Integer> columns) {
    int[] positions = columns.stream().mapToInt(Integer::intValue).toArray();
    return KeyedAccess.find(table, KeyFormat.tagged(table.rowType(), positions)).isPresent();
  }

  /** Whether no two rows share the values of exactly those columns, in any order. */
  static boolean isUniqueKey(Table table, List<Integer> columns) {
    Set<Integer> wanted = new HashSet<>(columns);
    if (table.hasPrimaryKey() && wanted.equals(new HashSet<>(table.primaryKey()))) {
      return true;
    }
    return table.indexes().stream()
        .filter(Index::unique)
        .anyMatch(index -> wanted.equals(new HashSet<>(index.columns())));
  }

  /** A foreign key as errors name it. */
  static String name(ForeignKey.Owned owned) {
    return "constraint \"" + owned.key().name() + "\" of table \"" + owned.table().name() + "\"";
  }
}
