package io.millrace.engine.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Writes IN, ANY and ALL over a list of values as the comparisons that they stand for where they
 * are in an aggregate below a window function, as in {@code SUM(COUNT(*) FILTER (WHERE a IN (1,
 * 2))) OVER ()}: the converter looks for lists in aggregates before it converts these, but not in
 * those below OVER. Elsewhere it does the same by itself. Stateless.
 */
final class ListsBelowWindows {
  private enum Place {
    OUTSIDE,
    /** An operand of OVER: the window, or its function. */
    OVER,
    /** Within the window, or the operands of its function. */
    WINDOW,
    /** Within an aggregate there. */
    AGGREGATE
  }

  private ListsBelowWindows() {}

  /** Changes a validated statement in place, so that what is known of its aggregates stays. */
  static void write(SqlNode statement) {
    written(statement, Place.OUTSIDE);
  }

  @SuppressWarnings("ReferenceEquality") // most nodes stay what they are
  private static @Nullable SqlNode written(@Nullable SqlNode node, Place place) {
    if (node instanceof SqlNodeList list) {
      for (int i = 0; i < list.size(); i++) {
        SqlNode item = written(list.get(i), place);
        if (item != list.get(i)) {
          list.set(i, item);
        }
      }
      return list;
    }
    if (!(node instanceof SqlCall call)) {
      return node;
    }
    List<SqlNode> operands = call.getOperandList();
    for (int i = 0; i < operands.size(); i++) {
      SqlNode operand = written(operands.get(i), inside(call, place));
      if (operand != operands.get(i)) {
        call.setOperand(i, operand);
      }
    }
    return place == Place.AGGREGATE && isOverList(call) ? comparisons(call) : call;
  }

  private static Place inside(SqlCall call, Place place) {
    if (call.isA(SqlKind.QUERY)) {
      return Place.OUTSIDE;
    }
    return switch (place) {
      case OUTSIDE -> call.getKind() == SqlKind.OVER ? Place.OVER : Place.OUTSIDE;
      case OVER ->
          switch (call.getKind()) {
            case IGNORE_NULLS, RESPECT_NULLS -> Place.OVER;
            default -> Place.WINDOW;
          };
      case WINDOW -> isAggregate(call) ? Place.AGGREGATE : Place.WINDOW;
      case AGGREGATE -> Place.AGGREGATE;
    };
  }

  private static boolean isAggregate(SqlCall call) {
    return switch (call.getKind()) {
      case FILTER, WITHIN_GROUP, WITHIN_DISTINCT -> true;
      default -> call.getOperator().isAggregator();
    };
  }

  private static boolean isOverList(SqlCall call) {
    return switch (call.getKind()) {
      case IN, NOT_IN, SOME, ALL -> call.operand(1) instanceof SqlNodeList;
      default -> false;
    };
  }

  private static SqlNode comparisons(SqlCall call) {
    SqlOperator comparison =
        call.getOperator() instanceof SqlQuantifyOperator quantified
            ? RelOptUtil.op(quantified.comparisonKind, SqlStdOperatorTable.EQUALS)
            : SqlStdOperatorTable.EQUALS;
    List<SqlNode> each = new ArrayList<>();
    for (SqlNode value : call.<SqlNodeList>operand(1)) {
      each.add(compared(comparison, call.operand(0), value));
    }
    SqlParserPos position = call.getParserPosition();
    return switch (call.getKind()) {
      case ALL -> joined(SqlStdOperatorTable.AND, each, position);
      case NOT_IN ->
          SqlStdOperatorTable.NOT.createCall(
              position, joined(SqlStdOperatorTable.OR, each, position));
      default -> joined(SqlStdOperatorTable.OR, each, position);
    };
  }

  /** Rows are compared field by field. */
  private static SqlNode compared(SqlOperator comparison, SqlNode operand, SqlNode value) {
    SqlParserPos position = value.getParserPosition();
    if (operand.getKind() != SqlKind.ROW) {
      return comparison.createCall(position, operand, value);
    }
    List<SqlNode> fields = new ArrayList<>();
    for (int i = 0; i < ((SqlCall) operand).operandCount(); i++) {
      SqlNode field = ((SqlCall) operand).operand(i);
      fields.add(compared(comparison, field, ((SqlCall) value).operand(i)));
    }
    return joined(SqlStdOperatorTable.AND, fields, position);
  }

  /** By halves: a call of two operands is all that is printed right, and a chain would be deep. */
  private static SqlNode joined(SqlOperator by, List<SqlNode> nodes, SqlParserPos position) {
    if (nodes.size() == 1) {
      return nodes.get(0);
    }
    int half = nodes.size() / 2;
    return by.createCall(
        position,
        joined(by, nodes.subList(0, half), position),
        joined(by, nodes.subList(half, nodes.size()), position));
  }
}
