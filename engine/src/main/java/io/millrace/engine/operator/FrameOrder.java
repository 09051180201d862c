package io.millrace.engine.operator;

import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.OrderedValues;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of a call in a frame, in the order in which the call reads them, with DISTINCT each
 * once: the ranks that values have among all rows, and how many copies of each the frame has,
 * summed in a Fenwick tree. Made in O(rows log rows); a row comes, goes, and is found by its place
 * in O(log rows). One thread at a time.
 *
 * <p>Source: Fenwick, A new data structure for cumulative frequency tables, Software: Practice and
 * Experience 24(3), 1994.
 */
final class FrameOrder implements OrderedValues {
  private static final int NONE = -1;

  private final AggregateCall call;
  private final WindowRows rows;

  /** By row its value's rank; NONE where a NULL keeps it out. */
  private final int[] rankOf;

  /** By rank a row with the value. */
  private final int[] rowOf;

  /** By rank how many copies the frame has. */
  private final long[] copies;

  /** Element i sums what counts of the ranks from i − lowbit(i) to i − 1. */
  private final long[] sums;

  private long size;
  private long passed;
  private int at;

  FrameOrder(AggregateCall call, WindowRows rows, RowType type) {
    this.call = call;
    this.rows = rows;
    KeyFormat format = Grouping.valueKey(type, new int[0], call);
    List<byte @Nullable []> keys = new ArrayList<>(rows.size());
    TreeMap<byte[], Integer> ranks = new TreeMap<>(RowOrder.COMPARATOR);
    for (int row = 0; row < rows.size(); row++) {
      byte[] key = format.key(type.encode(rows.cells(row)));
      keys.add(key);
      if (key != null) {
        ranks.putIfAbsent(key, row);
      }
    }
    this.rowOf = ranks.values().stream().mapToInt(Integer::intValue).toArray();
    int rank = 0;
    for (Map.Entry<byte[], Integer> entry : ranks.entrySet()) {
      entry.setValue(rank++);
    }
    this.rankOf = new int[rows.size()];
    for (int row = 0; row < rankOf.length; row++) {
      byte[] key = keys.get(row);
      rankOf[row] = key == null ? NONE : Objects.requireNonNull(ranks.get(key));
    }
    this.copies = new long[rowOf.length];
    this.sums = new long[rowOf.length + 1];
  }

  /** Adds copies of a row, and returns how many more of its values count, negative for fewer. */
  long add(int row, long weight) {
    int rank = rankOf[row];
    if (rank == NONE) {
      return 0;
    }
    long before = copies[rank];
    copies[rank] = Math.addExact(before, weight);
    long change = counting(copies[rank]) - counting(before);
    size += change;
    for (int i = rank + 1; i < sums.length; i += i & -i) {
      sums[i] += change;
    }
    return change;
  }

  private long counting(long weight) {
    return call.distinct() ? Math.min(weight, 1) : weight;
  }

  /** The values as they are now, from the first one. */
  OrderedValues read() {
    passed = 0;
    return this;
  }

  @Override
  public boolean next() {
    return moveTo(passed);
  }

  @Override
  public boolean moveTo(long place) {
    if (place >= size) {
      return false;
    }
    int rank = 0;
    long left = place;
    for (int step = Integer.highestOneBit(sums.length); step > 0; step /= 2) {
      if (rank + step < sums.length && sums[rank + step] <= left) {
        rank += step;
        left -= sums[rank];
      }
    }
    at = rank;
    passed = place - left + copies();
    return true;
  }

  @Override
  public @Nullable Object cell(int argument) {
    return rows.cell(rowOf[at], call.arguments().get(argument));
  }

  @Override
  public long copies() {
    return counting(copies[at]);
  }

  @Override
  public long size() {
    return size;
  }
}
