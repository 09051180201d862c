package io.millrace.engine.operator;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition, or a stretch of it, in one state, numbered in their order. Where
 * copies of a row are told apart, each has a number of its own; else they share one. Immutable.
 */
final class WindowRows {
  private final WindowProgress start;
  private final WindowEntry[] entries;
  private final long[] weights;

  /** How many copies stand before each row of the partition; one more element for all. */
  private final long[] before;

  /** By row the number of its group of peers. */
  private final int[] group;

  /** By group its first row; one more element for the end. */
  private final int[] groupStart;

  private final int from;
  private final int to;

  /**
   * @param from the first entry whose results are asked for
   * @param to behind the last one
   * @param start what has been counted before the first entry
   * @param after whether the rows are those after the tick, else those before it
   */
  WindowRows(
      boolean copies,
      WindowProgress start,
      List<WindowEntry> all,
      int from,
      int to,
      boolean after) {
    this.start = start;
    int size = 0;
    for (WindowEntry entry : all) {
      size = Math.addExact(size, slots(copies, weight(entry, after)));
    }
    entries = new WindowEntry[size];
    weights = new long[size];
    before = new long[size + 1];
    before[0] = start.rows();
    int at = 0;
    int first = 0;
    int last = 0;
    for (int i = 0; i < all.size(); i++) {
      first = i == from ? at : first;
      long weight = weight(all.get(i), after);
      for (int slot = slots(copies, weight); slot > 0; slot--) {
        entries[at] = all.get(i);
        weights[at] = copies ? 1 : weight;
        before[at + 1] = Math.addExact(before[at], weights[at]);
        at++;
      }
      last = i < to ? at : last;
    }
    this.from = from < all.size() ? first : at;
    this.to = last;
    this.group = new int[size];
    this.groupStart = groups();
  }

  private static long weight(WindowEntry entry, boolean after) {
    long weight = after ? entry.after : entry.before;
    if (weight < 0) {
      throw new AssertionError("a window's input must be a bag, but a row has weight " + weight);
    }
    return weight;
  }

  private static int slots(boolean copies, long weight) {
    return copies ? Math.toIntExact(weight) : weight > 0 ? 1 : 0;
  }

  private int[] groups() {
    int count = 0;
    int[] starts = new int[entries.length + 1];
    for (int row = 0; row < entries.length; row++) {
      if (row == 0 || !entries[row].isPeerOf(entries[row - 1])) {
        starts[count++] = row;
      }
      group[row] = count - 1;
    }
    starts[count] = entries.length;
    return Arrays.copyOf(starts, count + 1);
  }

  /** What has been counted of the partition before the first row. */
  WindowProgress before() {
    return start;
  }

  int size() {
    return entries.length;
  }

  /** The first row whose results are asked for. */
  int from() {
    return from;
  }

  /** Behind the last row whose results are asked for. */
  int to() {
    return to;
  }

  @Nullable Object[] cells(int row) {
    return entries[row].cells();
  }

  /** A row's cell, null where there is no column. */
  @Nullable Object cell(int row, int column) {
    return column < 0 ? null : entries[row].cell(column);
  }

  /** How many copies a row stands for. */
  long weight(int row) {
    return weights[row];
  }

  /** How many copies stand before a row, or in all. */
  long before(int row) {
    return before[row];
  }

  int group(int row) {
    return group[row];
  }

  int groupCount() {
    return groupStart.length - 1;
  }

  /** The first row of a group, or the end for the one behind the last. */
  int groupStart(int number) {
    return groupStart[number];
  }

  int peersFrom(int row) {
    return groupStart[group[row]];
  }

  int peersTo(int row) {
    return groupStart[group[row] + 1];
  }
}
