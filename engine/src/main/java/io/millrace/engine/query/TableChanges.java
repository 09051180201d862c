package io.millrace.engine.query;

import io.millrace.engine.catalog.Table;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's own changes of one table, in the order of the table's map and of each index, so
 * that reads can merge them with a snapshot. One thread at a time.
 *
 * <p>With a primary key: key → the row that stands there now, or a deletion; without one: row →
 * weight. Each index: entry → weight.
 */
final class TableChanges {
  /** What a key holds after the transaction's changes. */
  record KeyedRow(byte @Nullable [] row) {
    static final KeyedRow DELETED = new KeyedRow(null);
  }

  private final Table table;
  private final @Nullable KeyFormat primaryKey;
  private final List<KeyFormat> indexFormats;
  private final NavigableMap<byte[], KeyedRow> keyed = new TreeMap<>(RowOrder.COMPARATOR);
  private final NavigableMap<byte[], Long> rows = new TreeMap<>(RowOrder.COMPARATOR);
  private final List<NavigableMap<byte[], Long>> indexes = new ArrayList<>();

  TableChanges(Table table) {
    this.table = table;
    this.primaryKey = table.hasPrimaryKey() ? table.primaryKeyFormat() : null;
    this.indexFormats = table.indexFormats();
    for (int i = 0; i < indexFormats.size(); i++) {
      indexes.add(new TreeMap<>(RowOrder.COMPARATOR));
    }
  }

  Table table() {
    return table;
  }

  /**
   * Applies a signed row; for a table with a primary key deletions of a statement come before its
   * insertions. Returns what {@link #undo} needs: what its key held before, or null.
   */
  @Nullable KeyedRow apply(byte[] row, long weight) {
    for (int i = 0; i < indexes.size(); i++) {
      add(indexes.get(i), indexFormats.get(i).entry(row), weight);
    }
    if (primaryKey == null) {
      add(rows, row, weight);
      return null;
    }
    return keyed.put(keyOf(primaryKey, row), weight > 0 ? new KeyedRow(row) : KeyedRow.DELETED);
  }

  /** Takes back the latest change: the same row and weight, and what {@link #apply} returned. */
  void undo(byte[] row, long weight, @Nullable KeyedRow before) {
    for (int i = 0; i < indexes.size(); i++) {
      add(indexes.get(i), indexFormats.get(i).entry(row), -weight);
    }
    if (primaryKey == null) {
      add(rows, row, -weight);
    } else if (before == null) {
      keyed.remove(keyOf(primaryKey, row));
    } else {
      keyed.put(keyOf(primaryKey, row), before);
    }
  }

  NavigableMap<byte[], KeyedRow> keyed() {
    return Collections.unmodifiableNavigableMap(keyed);
  }

  NavigableMap<byte[], Long> rows() {
    return Collections.unmodifiableNavigableMap(rows);
  }

  /** Weights by entry of the index at a position of {@link Table#indexes()}. */
  NavigableMap<byte[], Long> index(int position) {
    return Collections.unmodifiableNavigableMap(indexes.get(position));
  }

  private static void add(NavigableMap<byte[], Long> weights, byte[] entry, long weight) {
    weights.merge(
        entry,
        weight,
        (a, b) -> {
          long sum = Math.addExact(a, b);
          return sum == 0 ? null : sum;
        });
  }

  private static byte[] keyOf(KeyFormat format, byte[] row) {
    byte[] key = format.key(row);
    if (key == null) {
      throw new AssertionError("a primary key column must not be NULL");
    }
    return key;
  }
}
