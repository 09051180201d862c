package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.storage.row.RowType;
import org.jspecify.annotations.Nullable;

/**
 * The least or greatest values of stretches of rows: a binary tree whose leaves are the rows' cells
 * and whose inner nodes are the extremes of what is below. Made in O(rows), asked in O(log rows).
 */
final class ExtremeTree {
  private final AggregateCall call;
  private final WindowRows rows;
  private final RowType type;

  /** The root is element 1, the children of i are 2i and 2i + 1, the leaves stand at the end. */
  private final @Nullable Object[] nodes;

  ExtremeTree(AggregateCall call, WindowRows rows, RowType type) {
    this.call = call;
    this.rows = rows;
    this.type = type;
    int size = rows.size();
    nodes = new @Nullable Object[2 * size];
    for (int row = 0; row < size; row++) {
      nodes[size + row] = rows.cell(row, call.arguments().get(0));
    }
    for (int node = size - 1; node > 0; node--) {
      Accumulator extreme = call.newAccumulator(type);
      extreme.add(nodes[2 * node], 1);
      extreme.add(nodes[2 * node + 1], 1);
      nodes[node] = extreme.result();
    }
  }

  @Nullable Object result(FrameRows frame, int row) {
    Accumulator extreme = call.newAccumulator(type);
    add(frame.from, frame.middleFrom, extreme);
    add(frame.middleTo, frame.to, extreme);
    if (frame.own > 0) {
      extreme.add(rows.cell(row, call.arguments().get(0)), 1);
    }
    return extreme.result();
  }

  private void add(int first, int last, Accumulator extreme) {
    int low = first + rows.size();
    int high = last + rows.size();
    while (low < high) {
      if (low % 2 == 1) {
        extreme.add(nodes[low++], 1);
      }
      if (high % 2 == 1) {
        extreme.add(nodes[--high], 1);
      }
      low /= 2;
      high /= 2;
    }
  }
}
