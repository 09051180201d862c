package io.millrace.engine.commit;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.List;

/** Looks whether rows share a key that a unique index lets only one have. */
final class UniqueKeys {
  private UniqueKeys() {}

  /**
   * Whether two rows of a table have this row's key in the index at a position of {@link
   * Table#indexes}; rows with a NULL in the key never do.
   */
  static boolean isTakenTwice(RelationReader rows, Table table, int index, byte[] row) {
    return isTakenTwice(rows, ZSet.EMPTY, table, index, row);
  }

  /** The same for a table after a delta. */
  static boolean isTakenTwice(RelationReader rows, ZSet delta, Table table, int index, byte[] row) {
    Index unique = table.indexes().get(index);
    for (int column : unique.columns()) {
      if (table.rowType().isNull(row, column)) {
        return false;
      }
    }
    KeyFormat format = table.indexFormats().get(index);
    byte[] key = key(format, row);
    long copies = 0;
    Cursor sharing = rows.range(unique.id(), key, KeyFormat.successor(key));
    while (sharing.next()) {
      copies += sharing.weight();
    }
    for (int i = 0; i < delta.size(); i++) {
      if (Arrays.equals(key, key(format, delta.row(i)))) {
        copies += delta.weight(i);
      }
    }
    return copies > 1;
  }

  /** The error for a row whose key is taken. */
  static DatabaseException duplicate(Relation relation, List<Integer> columns, byte[] row) {
    List<String> names = columns.stream().map(i -> relation.columns().get(i).name()).toList();
    List<String> values =
        columns.stream().map(i -> String.valueOf(relation.rowType().get(row, i))).toList();
    return ErrorCode.UNIQUE_VIOLATION.exception(
        String.join(", ", names), String.join(", ", values), relation.name());
  }

  private static byte[] key(KeyFormat format, byte[] row) {
    byte[] key = format.key(row);
    if (key == null) {
      throw new AssertionError("a tagged key is never absent");
    }
    return key;
  }
}
