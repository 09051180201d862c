package io.millrace.engine.query;

import io.millrace.engine.plan.QueryPlan.SortKey;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.row.RowType;
import java.io.ByteArrayOutputStream;
import java.util.Comparator;
import java.util.List;

/**
 * The order that ORDER BY asks for, as bytes: a row's sort key compares as the order says.
 * Immutable.
 *
 * <p>Ties go by the row itself, so the order is total and the same for every plan.
 */
final class RowOrdering {
  private static final int NULL_FIRST = 0;
  private static final int VALUE = 1;
  private static final int NULL_LAST = 2;

  /** A row with its sort key and weight. */
  record SortedRow(byte[] key, byte[] row, long weight) {}

  static final Comparator<SortedRow> COMPARATOR =
      Comparator.comparing(SortedRow::key, RowOrder.COMPARATOR)
          .thenComparing(SortedRow::row, RowOrder.COMPARATOR);

  private final KeyFormat[] columns;
  private final boolean[] nullsFirst;

  RowOrdering(RowType rowType, List<SortKey> keys) {
    this.columns = new KeyFormat[keys.size()];
    this.nullsFirst = new boolean[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      SortKey key = keys.get(i);
      columns[i] =
          new KeyFormat(
              rowType,
              new int[] {key.column()},
              new boolean[] {key.descending()},
              new boolean[] {false});
      nullsFirst[i] = key.nullsFirst();
    }
  }

  SortedRow of(byte[] row, long weight) {
    ByteArrayOutputStream key = new ByteArrayOutputStream(32);
    for (int i = 0; i < columns.length; i++) {
      byte[] part = columns[i].key(row);
      if (part == null) {
        key.write(nullsFirst[i] ? NULL_FIRST : NULL_LAST);
      } else {
        key.write(VALUE);
        key.writeBytes(part);
      }
    }
    return new SortedRow(key.toByteArray(), row, weight);
  }
}
