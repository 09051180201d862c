package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
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
public record Built(PlanNode node, List<Integer> positions) {
  static final int ABSENT = -1;

  /** The plan whose columns are these fields, in order. */
  public static Built of(PlanNode node, int fieldCount, List<Integer> fields) {
    Integer[] positions = new Integer[fieldCount];
    Arrays.fill(positions, ABSENT);
    for (int column = 0; column < fields.size(); column++) {
      positions[fields.get(column)] = column;
    }
    return new Built(node, List.of(positions));
  }

  public static Built of(PlanNode node, int fieldCount, ImmutableBitSet fields) {
    return of(node, fieldCount, fields.asList());
  }

  public RowType type() {
    return node.operator().outputType();
  }

  /** The column that has a field, which must be there. */
  public int position(int field) {
    int position = positions.get(field);
    if (position == ABSENT) {
      throw new AssertionError("field " + field + " was pruned but is needed");
    }
    return position;
  }

  public ColumnType typeOf(int field) {
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

  /** An expression over the fields as one over the plan's columns, in their types. */
  public Expr bind(Expr expr) {
    return Exprs.rewrite(
        expr,
        node ->
            node instanceof ColumnRef column
                ? Exprs.column(position(column.index()), typeOf(column.index()))
                : node);
  }

  /** The same fields over another plan with the same columns. */
  public Built over(PlanNode newNode) {
    return new Built(newNode, positions);
  }
}
