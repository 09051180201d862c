package io.millrace.engine.operator;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a window stand in its trace: a key of all columns, those of PARTITION BY first,
 * then those of ORDER BY in their directions, then the others as they stand in the row, ascending
 * and NULLs last. So the order is total, a key is a row, and a partition and a group of peers are
 * each the keys with one prefix. Immutable.
 */
final class WindowLayout {
  private final RowType type;
  private final List<Integer> partition;
  private final List<SortColumn> order;
  private final KeyFormat key;
  private final int partitionSize;
  private final int peerSize;

  /** Which key column holds each column of the row. */
  private final int[] keyColumnOf;

  WindowLayout(RowType type, List<Integer> partition, List<SortColumn> order) {
    this.type = type;
    this.partition = List.copyOf(partition);
    this.order = List.copyOf(order);
    List<SortColumn> places = new ArrayList<>();
    Set<Integer> placed = new HashSet<>();
    addNew(partition.stream().map(SortColumn::ascending).toList(), places, placed);
    this.partitionSize = places.size();
    addNew(order, places, placed);
    this.peerSize = places.size();
    List<SortColumn> ties = new ArrayList<>();
    for (int column = 0; column < type.size(); column++) {
      ties.add(SortColumn.ascending(column));
    }
    addNew(ties, places, placed);
    this.key = keyFormat(type, places);
    this.keyColumnOf = new int[type.size()];
    for (int i = 0; i < key.size(); i++) {
      keyColumnOf[key.column(i)] = i;
    }
  }

  /** A column that came before decides nothing any more. */
  private static void addNew(List<SortColumn> from, List<SortColumn> to, Set<Integer> placed) {
    from.stream().filter(sort -> placed.add(sort.column())).forEach(to::add);
  }

  private static KeyFormat keyFormat(RowType type, List<SortColumn> places) {
    int size = places.size();
    int[] columns = places.stream().mapToInt(SortColumn::column).toArray();
    boolean[] descending = new boolean[size];
    boolean[] nullsFirst = new boolean[size];
    boolean[] tagged = new boolean[size];
    Arrays.fill(tagged, true);
    for (int i = 0; i < size; i++) {
      descending[i] = places.get(i).descending();
      nullsFirst[i] = places.get(i).nullsFirst();
    }
    return new KeyFormat(type, columns, descending, tagged, nullsFirst);
  }

  RowType type() {
    return type;
  }

  List<Integer> partition() {
    return partition;
  }

  List<SortColumn> order() {
    return order;
  }

  KeyFormat key() {
    return key;
  }

  /** The start that the keys of one partition have in common. */
  byte[] partitionOf(byte[] rowKey) {
    return Arrays.copyOf(rowKey, key.prefixLength(rowKey, partitionSize));
  }

  /** The length of the start that the keys of one group of peers have in common. */
  int peerLength(byte[] rowKey) {
    return key.prefixLength(rowKey, peerSize);
  }

  /** The cells of the row with a key, in the row's order. */
  @Nullable Object[] cells(byte[] rowKey) {
    @Nullable Object[] keyCells = key.cells(rowKey);
    @Nullable Object[] cells = new @Nullable Object[keyColumnOf.length];
    for (int column = 0; column < cells.length; column++) {
      cells[column] = keyCells[keyColumnOf[column]];
    }
    return cells;
  }

  /** The column that RANGE offsets are measured in: the only one of the order. */
  SortColumn rangeColumn() {
    if (order.size() != 1) {
      throw new AssertionError("RANGE with an offset needs one column of the order, not " + order);
    }
    return order.get(0);
  }
}
