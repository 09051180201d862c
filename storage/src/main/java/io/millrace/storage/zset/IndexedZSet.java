package io.millrace.storage.zset;

import io.millrace.storage.row.KeyFormat;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A Z-set arranged by a key: key → rows → weights, ascending by key and by row within a key.
 *
 * <p>Rows without a key are left out. Immutable and thread-safe; made in O(n log n), with O(n)
 * memory; rows are shared with the Z-set it was made from. A lookup costs O(log keys).
 */
public final class IndexedZSet {
  private final byte[][] keys;

  /** Where the rows of each key start in {@link #rows}; the last element is where they all end. */
  private final int[] starts;

  private final byte[][] rows;
  private final long[] weights;

  private IndexedZSet(byte[][] keys, int[] starts, byte[][] rows, long[] weights) {
    this.keys = keys;
    this.starts = starts;
    this.rows = rows;
    this.weights = weights;
  }

  /** The Z-set arranged by keys of this format. */
  public static IndexedZSet of(ZSet zset, KeyFormat format) {
    return of(zset, format::key);
  }

  /** The Z-set arranged by what {@code key} says of each row. */
  public static IndexedZSet of(ZSet zset, RowKey key) {
    byte[][] keyOfRow = new byte[zset.size()][];
    int[] place = new int[zset.size()];
    int n = 0;
    for (int i = 0; i < zset.size(); i++) {
      byte[] found = key.of(zset.row(i));
      if (found != null) {
        keyOfRow[n] = found;
        place[n++] = i;
      }
    }
    // The sort is stable, so the rows of one key stay ascending.
    return arrange(zset, keyOfRow, place, RowSort.order(keyOfRow, n));
  }

  private static IndexedZSet arrange(ZSet zset, byte[][] keyOfRow, int[] place, int[] order) {
    byte[][] keys = new byte[order.length][];
    int[] starts = new int[order.length + 1];
    byte[][] rows = new byte[order.length][];
    long[] weights = new long[order.length];
    int keyCount = 0;
    for (int i = 0; i < order.length; i++) {
      byte[] key = keyOfRow[order[i]];
      if (keyCount == 0 || !Arrays.equals(keys[keyCount - 1], key)) {
        keys[keyCount] = key;
        starts[keyCount++] = i;
      }
      rows[i] = zset.row(place[order[i]]);
      weights[i] = zset.weight(place[order[i]]);
    }
    starts[keyCount] = order.length;
    return new IndexedZSet(
        Arrays.copyOf(keys, keyCount), Arrays.copyOf(starts, keyCount + 1), rows, weights);
  }

  /** The number of keys that have rows. */
  public int keyCount() {
    return keys.length;
  }

  /** The number of rows of all keys. */
  public int size() {
    return rows.length;
  }

  /** Whether there are no rows. */
  public boolean isEmpty() {
    return rows.length == 0;
  }

  /** Key {@code i} in ascending order; not to be changed. */
  public byte[] key(int i) {
    return keys[i];
  }

  /** The rows of key {@code i}, never empty. */
  public ZSet rows(int i) {
    return ZSet.ofSorted(rows, weights, starts[i], starts[i + 1] - starts[i]);
  }

  /** The rows of a key, empty if it has none. */
  public ZSet forKey(byte[] key) {
    int at = indexOf(key);
    return at < 0 ? ZSet.EMPTY : rows(at);
  }

  /** The place of a key, or {@code -(insertion point) - 1}. */
  public int indexOf(byte[] key) {
    return Arrays.binarySearch(keys, key, Arrays::compareUnsigned);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IndexedZSet that
        && Arrays.equals(starts, that.starts)
        && Arrays.equals(weights, that.weights)
        && Arrays.deepEquals(keys, that.keys)
        && Arrays.deepEquals(rows, that.rows);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(rows) + Arrays.hashCode(weights);
  }

  /** The number of keys and rows. */
  @Override
  public String toString() {
    return keys.length + " keys, " + rows.length + " rows";
  }
}
