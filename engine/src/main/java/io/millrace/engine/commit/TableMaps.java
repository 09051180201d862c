package io.millrace.engine.commit;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Table;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the net change of a table into the changes of its maps: the rows, and each index. */
final class TableMaps {
  private TableMaps() {}

  /** Adds to {@code changes} what a delta changes, by map id. */
  static void stage(Table table, ZSet delta, Map<Integer, TraceChange> changes) {
    changes.put(
        table.mapId(),
        table.hasPrimaryKey()
            ? keyed(table.primaryKeyFormat(), delta)
            : new TraceChange.Add(delta));
    for (int i = 0; i < table.indexes().size(); i++) {
      changes.put(
          table.indexes().get(i).mapId(),
          new TraceChange.Add(Index.entries(table.indexFormats().get(i), delta)));
    }
  }

  /** Deletions first: an updated row takes its own key again. */
  private static TraceChange keyed(KeyFormat format, ZSet delta) {
    SortedMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    delta.negative().forEach((row, weight) -> values.put(keyOf(format, row), null));
    delta.positive().forEach((row, weight) -> values.put(keyOf(format, row), row));
    return new TraceChange.Put(values);
  }

  private static byte[] keyOf(KeyFormat format, byte[] row) {
    byte[] key = format.key(row);
    if (key == null) {
      throw new AssertionError("a primary key column must not be NULL");
    }
    return key;
  }
}
