package io.millrace.storage.row;

import java.util.Arrays;

/**
 * Puts a row together from columns of up to two other rows by copying encoded bytes.
 *
 * <p>Columns that follow each other in the source and in the result, and need no change of their
 * tag byte, are one step: one copy. The result's trailer is the sources' ends, shifted. Immutable
 * and thread-safe.
 */
final class RowAssembler {
  /** What a step does to the tag byte of its column. */
  private static final int KEEP_TAG = 0;

  private static final int ADD_TAG = 1;
  private static final int DROP_TAG = -1;

  private final RowType left;
  private final RowType right;
  private final RowType target;

  private int steps;
  private final boolean[] fromRight;
  private final int[] first;
  private final int[] last;
  private final int[] tagChange;

  /**
   * Makes rows of {@code target} of the given columns, those of {@code right} counted on from those
   * of {@code left}.
   */
  RowAssembler(RowType left, RowType right, int[] columns, RowType target) {
    this.left = left;
    this.right = right;
    this.target = target;
    if (columns.length != target.size()) {
      throw new AssertionError(columns.length + " columns for the row type " + target);
    }
    fromRight = new boolean[columns.length];
    first = new int[columns.length];
    last = new int[columns.length];
    tagChange = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      addColumn(columns[i], i);
    }
  }

  static int[] all(int count) {
    int[] columns = new int[count];
    Arrays.setAll(columns, i -> i);
    return columns;
  }

  private void addColumn(int column, int targetColumn) {
    boolean isRight = column >= left.size();
    int index = isRight ? column - left.size() : column;
    ColumnType from = (isRight ? right : left).column(index);
    ColumnType to = target.column(targetColumn);
    if (!to.holdsBytesOf(from)) {
      throw new AssertionError("column " + column + " of type " + from + " can't become " + to);
    }
    int change = (to.nullable() ? 1 : 0) - (from.nullable() ? 1 : 0);
    int previous = steps - 1;
    if (previous >= 0
        && change == KEEP_TAG
        && tagChange[previous] == KEEP_TAG
        && fromRight[previous] == isRight
        && last[previous] + 1 == index) {
      last[previous] = index;
      return;
    }
    fromRight[steps] = isRight;
    first[steps] = index;
    last[steps] = index;
    tagChange[steps] = change;
    steps++;
  }

  /** Whether the result has the very bytes of the left row. */
  boolean isIdentity() {
    return left.size() == target.size()
        && (steps == 0 || (steps == 1 && !fromRight[0] && tagChange[0] == KEEP_TAG))
        && (steps == 0 || (first[0] == 0 && last[0] == left.size() - 1));
  }

  byte[] assemble(byte[] leftRow, byte[] rightRow) {
    long body = 0;
    for (int s = 0; s < steps; s++) {
      RowType type = fromRight[s] ? right : left;
      byte[] source = fromRight[s] ? rightRow : leftRow;
      body += type.end(source, last[s]) - type.start(source, first[s]) + tagChange[s];
    }
    byte[] row = target.newRow(body);
    int at = 0;
    int variable = 0;
    for (int s = 0; s < steps; s++) {
      RowType type = fromRight[s] ? right : left;
      byte[] source = fromRight[s] ? rightRow : leftRow;
      int from = type.start(source, first[s]);
      int to = type.end(source, last[s]);
      if (tagChange[s] == ADD_TAG) {
        row[at++] = RowType.TAG_VALUE;
      } else if (tagChange[s] == DROP_TAG) {
        checkNotNull(type, source, first[s]);
        from++;
      }
      System.arraycopy(source, from, row, at, to - from);
      int endOfVariables = type.variableBefore(last[s] + 1);
      for (int v = type.variableBefore(first[s]); v < endOfVariables; v++) {
        target.putEnd(row, variable++, type.variableEnd(source, v) - from + at);
      }
      at += to - from;
    }
    return row;
  }

  private static void checkNotNull(RowType type, byte[] row, int column) {
    if (type.isNull(row, column)) {
      throw RowType.nullInNotNull(type.column(column).notNull()).atColumn(column);
    }
  }
}
