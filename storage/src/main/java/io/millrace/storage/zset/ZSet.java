package io.millrace.storage.zset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A Z-set: a map from rows to nonzero 64-bit weights; a commutative group under {@link #plus}.
 *
 * <p>Rows are canonical bytes ({@link io.millrace.storage.row.RowType}) in ascending unsigned
 * order, each once. Immutable and thread-safe, as long as nobody changes a row: arrays are shared,
 * not copied. Reading by index is O(1), a lookup O(log n).
 *
 * <p>Weights never wrap: where a sum or product leaves 64 bits, methods throw ArithmeticException,
 * which the commit maps to SQLSTATE 22003.
 */
public final class ZSet {
  /** The zero of the group: no rows. */
  public static final ZSet EMPTY = new ZSet(new byte[0][], new long[0], 0, 0);

  private static final int ROWS_IN_TEXT = 20;

  private final byte[][] rows;
  private final long[] weights;
  private final int from;
  private final int size;

  /** A slice of arrays that are sorted, consolidated and never changed again. */
  private ZSet(byte[][] rows, long[] weights, int from, int size) {
    this.rows = rows;
    this.weights = weights;
    this.from = from;
    this.size = size;
  }

  /** The Z-set of {@code size} rows, which are ascending and distinct, with nonzero weights. */
  static ZSet ofSorted(byte[][] rows, long[] weights, int from, int size) {
    return size == 0 ? EMPTY : new ZSet(rows, weights, from, size);
  }

  /** The Z-set with one row; empty if the weight is zero. */
  public static ZSet of(byte[] row, long weight) {
    return weight == 0 ? EMPTY : new ZSet(new byte[][] {row}, new long[] {weight}, 0, 1);
  }

  /** The sum of all, in O(n log k) for n rows in k Z-sets. */
  public static ZSet sum(List<ZSet> parts) {
    List<ZSet> level = parts;
    while (level.size() > 1) {
      List<ZSet> next = new ArrayList<>((level.size() + 1) / 2);
      for (int i = 0; i + 1 < level.size(); i += 2) {
        next.add(level.get(i).plus(level.get(i + 1)));
      }
      if (level.size() % 2 == 1) {
        next.add(level.get(level.size() - 1));
      }
      level = next;
    }
    return level.isEmpty() ? EMPTY : level.get(0);
  }

  /** The number of rows that have a weight. */
  public int size() {
    return size;
  }

  /** Whether every row has weight zero. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Row {@code i} in ascending order; not to be changed. */
  public byte[] row(int i) {
    return rows[from + i];
  }

  /** The weight of row {@code i}, not zero. */
  public long weight(int i) {
    return weights[from + i];
  }

  /** The weight of a row, zero if it isn't there. */
  public long weight(byte[] row) {
    int at = indexOf(row);
    return at < 0 ? 0 : weight(at);
  }

  /** The place of a row, or {@code -(insertion point) - 1}. */
  public int indexOf(byte[] row) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(row(middle), row);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  /** Hands over all rows in ascending order. */
  public void forEach(RowWeightConsumer consumer) {
    for (int i = 0; i < size; i++) {
      consumer.accept(row(i), weight(i));
    }
  }

  /** The rows {@code begin} to {@code end}, sharing the arrays. */
  public ZSet slice(int begin, int end) {
    if (begin < 0 || begin > end || end > size) {
      throw new IndexOutOfBoundsException(begin + " to " + end + " of " + size);
    }
    return begin == end ? EMPTY : new ZSet(rows, weights, from + begin, end - begin);
  }

  /** Weights added row by row. */
  public ZSet plus(ZSet other) {
    return merge(other, 1);
  }

  /** Weights subtracted row by row. */
  public ZSet minus(ZSet other) {
    return merge(other, -1);
  }

  private ZSet merge(ZSet other, int sign) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return sign > 0 ? other : other.negate();
    }
    byte[][] mergedRows = new byte[size + other.size][];
    long[] mergedWeights = new long[mergedRows.length];
    int a = 0;
    int b = 0;
    int n = 0;
    while (a < size || b < other.size) {
      int order =
          a == size ? 1 : b == other.size ? -1 : Arrays.compareUnsigned(row(a), other.row(b));
      byte[] row = order <= 0 ? row(a) : other.row(b);
      long weight = order <= 0 ? weight(a++) : 0;
      if (order >= 0) {
        long added = other.weight(b++);
        weight = sign > 0 ? Math.addExact(weight, added) : Math.subtractExact(weight, added);
      }
      if (weight != 0) {
        mergedRows[n] = row;
        mergedWeights[n++] = weight;
      }
    }
    return ofSorted(mergedRows, mergedWeights, 0, n);
  }

  /** The inverse: every weight negated. */
  public ZSet negate() {
    return times(-1);
  }

  /** Every weight multiplied. */
  public ZSet times(long factor) {
    if (factor == 0 || isEmpty()) {
      return EMPTY;
    }
    if (factor == 1) {
      return this;
    }
    long[] products = new long[size];
    for (int i = 0; i < size; i++) {
      products[i] = Math.multiplyExact(weight(i), factor);
    }
    return new ZSet(Arrays.copyOfRange(rows, from, from + size), products, 0, size);
  }

  /** The rows that the condition keeps, with their weights. */
  public ZSet filter(Predicate<byte[]> condition) {
    return keep(i -> condition.test(row(i)), false);
  }

  /** The rows of positive weight, with it. */
  public ZSet positive() {
    return isBag() ? this : keep(i -> weight(i) > 0, false);
  }

  /** The rows of negative weight, with it. */
  public ZSet negative() {
    return keep(i -> weight(i) < 0, false);
  }

  /** The set of the rows of positive weight: each with weight 1. */
  public ZSet distinct() {
    return keep(i -> weight(i) > 0, true);
  }

  private ZSet keep(IntPredicate condition, boolean once) {
    byte[][] keptRows = new byte[size][];
    long[] keptWeights = new long[size];
    int n = 0;
    for (int i = 0; i < size; i++) {
      if (condition.test(i)) {
        keptRows[n] = row(i);
        keptWeights[n++] = once ? 1 : weight(i);
      }
    }
    return ofSorted(keptRows, keptWeights, 0, n);
  }

  /** Whether no weight is negative. */
  public boolean isBag() {
    for (int i = 0; i < size; i++) {
      if (weight(i) < 0) {
        return false;
      }
    }
    return true;
  }

  /** The sum of all weights: of a bag, how many rows it has. */
  public long totalWeight() {
    long total = 0;
    for (int i = 0; i < size; i++) {
      total = Math.addExact(total, weight(i));
    }
    return total;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof ZSet that) || size != that.size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (weight(i) != that.weight(i) || !Arrays.equals(row(i), that.row(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + (Arrays.hashCode(row(i)) ^ Long.hashCode(weight(i)));
    }
    return hash;
  }

  /** The first rows in hexadecimal digits with their weights, e.g. {@code {8001: +2, 8002: -1}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < Math.min(size, ROWS_IN_TEXT); i++) {
      text.append(i == 0 ? "" : ", ").append(HexFormat.of().formatHex(row(i)));
      text.append(weight(i) > 0 ? ": +" : ": ").append(weight(i));
    }
    return text.append(size > ROWS_IN_TEXT ? ", … " + size + " rows}" : "}").toString();
  }
}
