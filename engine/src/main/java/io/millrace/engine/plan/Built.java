package io.millrace.engine.plan;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The plan of a relational node, and where its fields are in the plan's rows; fields that nobody
 * needs are in none. Immutable.
 *
 * @param node the plan
 * @param positions the column of each field, or {@link #ABSENT}
 */
record Built(PlanNode node, List<Integer> positions) {
  static final int ABSENT = -1;

  /** The plan whose columns are these fields, in order. */
  static Built of(PlanNode node, int fieldCount, List<Integer> fields) {
    Integer[] positions = new Integer[fieldCount];
    Arrays.fill(positions, ABSENT);
    for (int column = 0; column < fields.size(); column++) {
      positions[fields.get(column)] = column;
    }
    return new Built(node, List.of(positions));
  }

  static Built of(PlanNode node, int fieldCount, ImmutableBitSet fields) {
    return of(node, fieldCount, fields.asList());
  }

  RowType type() {
    return node.operator().outputType();
  }

  /** The column that has a field, which must be there. */
  int position(int field) {
    int position = positions.get(field);
    if (position == ABSENT) {
      throw new AssertionError("field " + field + " was pruned but is needed");
    }
    return position;
  }

  ColumnType typeOf(int field) {
    return type().column(position(field));
  }

  /** Whether the columns are exactly these fields in this order. */
  boolean isExactly(List<Integer> fields) {
    if (type().size() != fields.size()) {
      return false;
    }
    for (int column = 0; column < fields.size(); column++) {
      if (positions.get(fields.get(column)) != column) {
        return false;
      }
    }
    return true;
  }

  /** The same fields over another plan with the same columns. */
  Built over(PlanNode newNode) {
    return new Built(newNode, positions);
  }
}
