package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import java.util.Arrays;

/**
 * An input of a query arranged by a key in memory: the build side of a hash join. Rows without a
 * key are left out. O(rows) memory, O(1) expected per lookup. One thread at a time while it is
 * built.
 */
final class HashArrangement implements ArrangementReader {
  private static final int NONE = -1;
  private static final int FIRST_CAPACITY = 16;

  private byte[][] keys = new byte[FIRST_CAPACITY][];
  private byte[][] rows = new byte[FIRST_CAPACITY][];
  private long[] weights = new long[FIRST_CAPACITY];

  /** The entry that was added before to the same bucket. */
  private int[] previous = new int[FIRST_CAPACITY];

  /** The last entry of each bucket; as many buckets as entries fit. */
  private int[] buckets = emptyBuckets(FIRST_CAPACITY);

  private int size;

  /** Reads all rows of a cursor. */
  HashArrangement(Cursor input, KeyFormat format, Runnable checkCanceled) {
    while (input.next()) {
      checkCanceled.run();
      byte[] key = format.key(input.row());
      if (key != null) {
        add(key, input.row(), input.weight());
      }
    }
  }

  private static int[] emptyBuckets(int capacity) {
    int[] buckets = new int[capacity];
    Arrays.fill(buckets, NONE);
    return buckets;
  }

  private int bucket(byte[] key) {
    int hash = Arrays.hashCode(key) * 0x9E3779B9;
    return (hash ^ (hash >>> 16)) & (buckets.length - 1);
  }

  private void add(byte[] key, byte[] row, long weight) {
    if (size == keys.length) {
      grow();
    }
    keys[size] = key;
    rows[size] = row;
    weights[size] = weight;
    link(size++);
  }

  private void link(int entry) {
    int bucket = bucket(keys[entry]);
    previous[entry] = buckets[bucket];
    buckets[bucket] = entry;
  }

  private void grow() {
    int capacity = Math.multiplyExact(size, 2);
    keys = Arrays.copyOf(keys, capacity);
    rows = Arrays.copyOf(rows, capacity);
    weights = Arrays.copyOf(weights, capacity);
    previous = new int[capacity];
    buckets = emptyBuckets(capacity);
    for (int entry = 0; entry < size; entry++) {
      link(entry);
    }
  }

  @Override
  public Cursor rows(byte[] key) {
    return new BucketCursor(key);
  }

  private final class BucketCursor implements Cursor {
    private final byte[] key;
    private int entry = NONE;
    private int following;

    BucketCursor(byte[] key) {
      this.key = key;
      this.following = buckets[bucket(key)];
    }

    @Override
    public boolean next() {
      entry = following;
      while (entry != NONE && !Arrays.equals(key, keys[entry])) {
        entry = previous[entry];
      }
      following = entry == NONE ? NONE : previous[entry];
      return entry != NONE;
    }

    @Override
    public byte[] row() {
      return rows[entry];
    }

    @Override
    public long weight() {
      return weights[entry];
    }
  }
}
