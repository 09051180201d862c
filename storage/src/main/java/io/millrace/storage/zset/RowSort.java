package io.millrace.storage.zset;

import java.util.Arrays;

/**
 * Sorts byte strings by unsigned bytes, stably, and says in which order they were.
 *
 * <p>A merge sort over the first eight bytes as a number and the place of each string; the strings
 * themselves are read only where these eight are equal. It moves 12 bytes per element and level,
 * touches each string once, and needs one pass where the input is sorted already.
 */
final class RowSort {
  private static final int INSERTION_RUN = 8;

  private final byte[][] rows;
  private long[] prefix;
  private int[] place;

  private RowSort(byte[][] rows, int size) {
    this.rows = rows;
    this.prefix = new long[size];
    this.place = new int[size];
    for (int i = 0; i < size; i++) {
      prefix[i] = prefixOf(rows[i]);
      place[i] = i;
    }
  }

  /** The places of the first {@code size} rows in ascending order; equal rows keep their order. */
  static int[] order(byte[][] rows, int size) {
    RowSort sort = new RowSort(rows, size);
    if (!sort.isSorted()) {
      sort.sortRuns();
      sort.mergeRuns();
    }
    return sort.place;
  }

  /** The first eight bytes, padded with zeros, as a number whose signed order is theirs. */
  private static long prefixOf(byte[] row) {
    long bits = 0;
    int length = Math.min(8, row.length);
    for (int i = 0; i < length; i++) {
      bits |= (row[i] & 0xFFL) << (56 - 8 * i);
    }
    return bits ^ Long.MIN_VALUE;
  }

  private boolean isAfter(long prefixA, int placeA, long prefixB, int placeB) {
    return prefixA == prefixB
        ? Arrays.compareUnsigned(rows[placeA], rows[placeB]) > 0
        : prefixA > prefixB;
  }

  private boolean isSorted() {
    for (int i = 1; i < place.length; i++) {
      if (isAfter(prefix[i - 1], place[i - 1], prefix[i], place[i])) {
        return false;
      }
    }
    return true;
  }

  private void sortRuns() {
    for (int start = 0; start < place.length; start += INSERTION_RUN) {
      int end = Math.min(start + INSERTION_RUN, place.length);
      for (int i = start + 1; i < end; i++) {
        insert(start, i);
      }
    }
  }

  private void insert(int start, int i) {
    long movedPrefix = prefix[i];
    int movedPlace = place[i];
    int hole = i;
    while (hole > start && isAfter(prefix[hole - 1], place[hole - 1], movedPrefix, movedPlace)) {
      prefix[hole] = prefix[hole - 1];
      place[hole] = place[hole - 1];
      hole--;
    }
    prefix[hole] = movedPrefix;
    place[hole] = movedPlace;
  }

  private void mergeRuns() {
    int size = place.length;
    long[] otherPrefix = new long[size];
    int[] otherPlace = new int[size];
    for (long run = INSERTION_RUN; run < size; run *= 2) {
      for (long start = 0; start < size; start += 2 * run) {
        int middle = (int) Math.min(start + run, size);
        int end = (int) Math.min(start + 2 * run, size);
        merge((int) start, middle, end, otherPrefix, otherPlace);
      }
      long[] mergedPrefix = otherPrefix;
      otherPrefix = prefix;
      prefix = mergedPrefix;
      int[] mergedPlace = otherPlace;
      otherPlace = place;
      place = mergedPlace;
    }
  }

  private void merge(int start, int middle, int end, long[] toPrefix, int[] toPlace) {
    int a = start;
    int b = middle;
    for (int to = start; to < end; to++) {
      boolean takeB = a == middle || (b < end && isAfter(prefix[a], place[a], prefix[b], place[b]));
      int from = takeB ? b++ : a++;
      toPrefix[to] = prefix[from];
      toPlace[to] = place[from];
    }
  }
}
