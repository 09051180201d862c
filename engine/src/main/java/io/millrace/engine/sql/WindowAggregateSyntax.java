package io.millrace.engine.sql;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.engine.expr.RexWindowAggregate;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * What stands before OVER, in a form that Calcite takes there: it refuses FILTER and WITHIN GROUP.
 * FILTER becomes a CASE in the argument of an aggregate of Calcite's; one of ours becomes a {@link
 * RexWindowAggregate}. Stateless.
 */
final class WindowAggregateSyntax {
  private WindowAggregateSyntax() {}

  /**
   * The function in that form.
   *
   * @throws DatabaseException 0A000 for FILTER where the function is no aggregate, and what {@link
   *     AggregateSyntax#rewrite} throws
   */
  static SqlNode plain(SqlCall written) {
    SqlNode condition = null;
    SqlNode function = written;
    if (written.getKind() == SqlKind.FILTER) {
      function = written.operand(0);
      condition = written.operand(1);
    }
    SqlNode rewritten = AggregateSyntax.rewrite(function);
    SqlNodeList order = SqlNodeList.EMPTY;
    if (rewritten instanceof SqlCall within && within.getKind() == SqlKind.WITHIN_GROUP) {
      rewritten = within.operand(0);
      order = within.operand(1);
    }
    if (!(rewritten instanceof SqlBasicCall call) || (condition == null && order.isEmpty())) {
      return rewritten == null ? written : rewritten;
    }
    SqlAggFunction own = OwnAggregates.of(call);
    if (own != null) {
      return own(call, own, order, condition);
    }
    if (!order.isEmpty() || condition == null) {
      throw refused(written, call.getOperator().getName() + " WITHIN GROUP over a window");
    }
    if (!RexAggregates.isName(call.getOperator().getName())) {
      throw refused(written, "FILTER with a function that is no plain aggregate");
    }
    return filtered(call, condition);
  }

  private static DatabaseException refused(SqlCall written, String what) {
    return CalciteErrors.at(
        ErrorCode.FEATURE_NOT_SUPPORTED.exception(what, "Use CASE in its argument."),
        written.getParserPosition());
  }

  private static SqlCall own(
      SqlCall call, SqlAggFunction function, SqlNodeList order, @Nullable SqlNode condition) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    int arguments = operands.size();
    List<RelFieldCollation> directions = new ArrayList<>();
    for (SqlNode item : order) {
      directions.add(direction(operands.size(), item));
      operands.add(AggregateSyntax.ordered(item));
    }
    if (condition != null) {
      operands.add(condition);
    }
    return new RexWindowAggregate(function, arguments, directions, condition != null)
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  /** NULLs are last ascending and first descending, if nothing is said. */
  private static RelFieldCollation direction(int operand, SqlNode item) {
    return switch (item.getKind()) {
      case NULLS_FIRST ->
          direction(operand, ((SqlCall) item).operand(0))
              .withNullDirection(RelFieldCollation.NullDirection.FIRST);
      case NULLS_LAST ->
          direction(operand, ((SqlCall) item).operand(0))
              .withNullDirection(RelFieldCollation.NullDirection.LAST);
      case DESCENDING ->
          new RelFieldCollation(
              operand,
              RelFieldCollation.Direction.DESCENDING,
              RelFieldCollation.NullDirection.FIRST);
      default ->
          new RelFieldCollation(
              operand, RelFieldCollation.Direction.ASCENDING, RelFieldCollation.NullDirection.LAST);
    };
  }

  static boolean isStar(SqlNode node) {
    return node instanceof SqlIdentifier id && id.isStar();
  }

  /** {@code f(x) FILTER (WHERE c)} as {@code f(CASE WHEN c THEN x END)}. */
  private static SqlNode filtered(SqlCall aggregate, SqlNode condition) {
    SqlParserPos position = condition.getParserPosition();
    List<SqlNode> arguments = new ArrayList<>(aggregate.getOperandList());
    boolean star = arguments.isEmpty() || isStar(arguments.get(0));
    SqlNode value = star ? SqlLiteral.createExactNumeric("1", position) : arguments.get(0);
    SqlNode chosen =
        SqlCase.createSwitched(
            position,
            null,
            SqlNodeList.of(condition),
            SqlNodeList.of(value),
            SqlLiteral.createNull(position));
    if (arguments.isEmpty()) {
      arguments.add(chosen);
    } else {
      arguments.set(0, chosen);
    }
    return aggregate
        .getOperator()
        .createCall(aggregate.getFunctionQuantifier(), aggregate.getParserPosition(), arguments);
  }
}
