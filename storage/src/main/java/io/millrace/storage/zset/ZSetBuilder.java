package io.millrace.storage.zset;

import java.util.Arrays;

/**
 * Collects changes in any order and nets them into a {@link ZSet}.
 *
 * <p>Changes are appended, then sorted and merged: at {@link #build}, and earlier whenever the
 * arrays are full, so memory stays within four times that of the distinct rows. A row costs O(log
 * n) comparisons, mostly of its first eight bytes; input that is sorted already costs O(1) per row.
 *
 * <p>Mutable, one thread at a time. Empty and reusable after {@link #build}.
 */
public final class ZSetBuilder {
  private static final int FIRST_CAPACITY = 16;

  private byte[][] rows;
  private long[] weights;
  private int size;

  /** How many of the rows are known to be ascending and distinct, with nonzero weights. */
  private int netted;

  /** An empty builder. */
  public ZSetBuilder() {
    this(FIRST_CAPACITY);
  }

  /** An empty builder with room for that many changes. */
  public ZSetBuilder(int expectedSize) {
    rows = new byte[Math.max(1, expectedSize)][];
    weights = new long[rows.length];
  }

  /**
   * Adds the weight to the row's; the row must not be changed any more.
   *
   * @throws ArithmeticException here or at {@link #build} if a sum of weights leaves 64 bits
   */
  public ZSetBuilder add(byte[] row, long weight) {
    if (weight == 0) {
      return this;
    }
    if (size == rows.length) {
      makeRoom(1);
    }
    rows[size] = row;
    weights[size++] = weight;
    return this;
  }

  /** Adds all weights of a Z-set. */
  public ZSetBuilder addAll(ZSet other) {
    if (size + other.size() > rows.length) {
      makeRoom(other.size());
    }
    for (int i = 0; i < other.size(); i++) {
      rows[size] = other.row(i);
      weights[size++] = other.weight(i);
    }
    return this;
  }

  /** Whether the changes so far add up to nothing. */
  public boolean isEmpty() {
    net();
    return size == 0;
  }

  /** Forgets all changes. */
  public void clear() {
    Arrays.fill(rows, 0, size, null);
    size = 0;
    netted = 0;
  }

  /** The net of all changes since the last call. */
  public ZSet build() {
    net();
    if (size == 0) {
      return ZSet.EMPTY;
    }
    ZSet built = ZSet.ofSorted(Arrays.copyOf(rows, size), Arrays.copyOf(weights, size), 0, size);
    clear();
    return built;
  }

  private void makeRoom(int more) {
    net();
    long needed = (long) size + more;
    // Grow while more than half is in use, else the next netting would come too soon.
    if (2 * needed > rows.length) {
      long capacity = Math.max(2 * needed, FIRST_CAPACITY);
      int granted = (int) Math.min(capacity, Integer.MAX_VALUE - 8);
      if (granted < needed) {
        throw new OutOfMemoryError("a Z-set of " + needed + " rows");
      }
      rows = Arrays.copyOf(rows, granted);
      weights = Arrays.copyOf(weights, granted);
    }
  }

  /** Sorts the rows and adds up the weights of equal ones. */
  private void net() {
    if (netted == size) {
      return;
    }
    int[] order = RowSort.order(rows, size);
    byte[][] nettedRows = new byte[rows.length][];
    long[] nettedWeights = new long[rows.length];
    int n = 0;
    for (int i = 0; i < size; ) {
      byte[] row = rows[order[i]];
      long weight = weights[order[i++]];
      while (i < size && Arrays.equals(row, rows[order[i]])) {
        weight = Math.addExact(weight, weights[order[i++]]);
      }
      if (weight != 0) {
        nettedRows[n] = row;
        nettedWeights[n++] = weight;
      }
    }
    rows = nettedRows;
    weights = nettedWeights;
    size = n;
    netted = n;
  }
}
