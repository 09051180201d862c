package io.millrace.storage.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts a row together from columns of up to two other rows by copying encoded bytes.
 *
 * <p>Columns that follow each other in the source and in the result, and need no change of their
 * tag byte, are one step: one copy. The result's trailer is the sources' ends, shifted. Immutable
 * and thread-safe.
 */
final class RowAssembler {
  private static final int KEEP_TAG = 0;
  private static final int ADD_TAG = 1;
  private static final int DROP_TAG = -1;

  /**
   * Copies neighbouring columns of one source.
   *
   * @param tagChange what happens to the tag byte of the column; only KEEP_TAG allows several
   */
  private record Step(boolean fromRight, RowType type, int first, int last, int tagChange) {
    /** Whether a column can be copied along with these. */
    boolean isContinuedBy(Step next) {
      return fromRight == next.fromRight
          && last + 1 == next.first
          && tagChange == KEEP_TAG
          && next.tagChange == KEEP_TAG;
    }

    int length(byte[] source) {
      return type.end(source, last) - type.start(source, first) + tagChange;
    }

    int firstVariable() {
      return type.variableBefore(first);
    }

    int endOfVariables() {
      return type.variableBefore(last + 1);
    }
  }

  private final RowType left;
  private final RowType right;
  private final RowType target;
  private final Step[] steps;

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
    List<Step> joined = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      Step step = step(columns[i], target.column(i));
      int previous = joined.size() - 1;
      if (previous >= 0 && joined.get(previous).isContinuedBy(step)) {
        Step begun = joined.get(previous);
        joined.set(
            previous, new Step(begun.fromRight, begun.type, begun.first, step.last, KEEP_TAG));
      } else {
        joined.add(step);
      }
    }
    steps = joined.toArray(new Step[0]);
  }

  static int[] all(int count) {
    int[] columns = new int[count];
    Arrays.setAll(columns, i -> i);
    return columns;
  }

  private Step step(int column, ColumnType to) {
    boolean fromRight = column >= left.size();
    RowType type = fromRight ? right : left;
    int index = fromRight ? column - left.size() : column;
    ColumnType from = type.column(index);
    if (!to.holdsBytesOf(from)) {
      throw new AssertionError("column " + column + " of type " + from + " can't become " + to);
    }
    int tagChange = (to.nullable() ? 1 : 0) - (from.nullable() ? 1 : 0);
    return new Step(fromRight, type, index, index, tagChange);
  }

  /** Whether the result has the very bytes of the left row. */
  boolean isIdentity() {
    if (left.size() != target.size() || steps.length > 1) {
      return false;
    }
    return steps.length == 0
        || (!steps[0].fromRight
            && steps[0].tagChange == KEEP_TAG
            && steps[0].last == left.size() - 1);
  }

  byte[] assemble(byte[] leftRow, byte[] rightRow) {
    byte[] row = target.newRow(bodyLength(leftRow, rightRow));
    int at = 0;
    int variable = 0;
    for (Step step : steps) {
      RowType type = step.type;
      byte[] source = step.fromRight ? rightRow : leftRow;
      int from = type.start(source, step.first);
      int to = type.end(source, step.last);
      if (step.tagChange == ADD_TAG) {
        row[at++] = RowType.TAG_VALUE;
      } else if (step.tagChange == DROP_TAG) {
        checkNotNull(type, source, step.first);
        from++;
      }
      System.arraycopy(source, from, row, at, to - from);
      int endOfVariables = step.endOfVariables();
      for (int v = step.firstVariable(); v < endOfVariables; v++) {
        target.putEnd(row, variable++, type.variableEnd(source, v) - from + at);
      }
      at += to - from;
    }
    return row;
  }

  private long bodyLength(byte[] leftRow, byte[] rightRow) {
    if (target.isFixedWidth()) {
      return target.fixedBytes();
    }
    long length = 0;
    for (Step step : steps) {
      length += step.length(step.fromRight ? rightRow : leftRow);
    }
    return length;
  }

  private static void checkNotNull(RowType type, byte[] row, int column) {
    if (type.isNull(row, column)) {
      throw RowType.nullInNotNull(type.column(column).notNull()).atColumn(column);
    }
  }
}
