package io.millrace.engine.sql;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.engine.expr.RexPercentileFunction;
import io.millrace.engine.expr.RexWindowAggregate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Brings the ways to write an aggregate to one, before validation:
 *
 * <ul>
 *   <li>{@code STRING_AGG(x, s ORDER BY y)} is {@code STRING_AGG(x, s) WITHIN GROUP (ORDER BY y)},
 *       and so with ARRAY_AGG, LISTAGG and {@code MODE(x ORDER BY x)}; with all others an {@link
 *       OrderedArgument};
 *   <li>{@code MODE() WITHIN GROUP (ORDER BY x)} is {@code MODE(x)}, and {@code PERCENTILE_CONT(f)
 *       WITHIN GROUP (ORDER BY x)} a function of x that has f in it, both with the order kept for
 *       its direction;
 *   <li>{@code COUNT((a, b))} is COUNT_ROWS(a, b), which counts whatever is NULL.
 * </ul>
 *
 * Stateless.
 */
final class AggregateSyntax {
  /** More places than anybody means: 1e-999999999 would fill the memory. */
  private static final int MOST_DIGITS = 1000;

  private AggregateSyntax() {}

  /**
   * The node in the one form, its operands as they were.
   *
   * @throws DatabaseException 22023, 0A000 or 42000, with line and column, for a percentile without
   *     a number from 0 to 1, or without one expression to order by; 42809 for ORDER BY in a
   *     function that is no aggregate
   */
  static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    if (!(node instanceof SqlBasicCall call) || call.getOperator() instanceof RexWindowAggregate) {
      return node;
    }
    SqlNodeList order = ArgumentOrder.of(call);
    return order == null ? plain(call) : ordered(call, order);
  }

  private static SqlNode plain(SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    if (call.getKind() == SqlKind.WITHIN_GROUP) {
      return withinGroup(call, (SqlCall) operands.get(0), (SqlNodeList) operands.get(1));
    }
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "STRING_AGG" -> like(call, OwnAggregates.STRING_AGG, operands);
      case "ARRAY_AGG" -> like(call, OwnAggregates.ARRAY_AGG, operands);
      case "COUNT" ->
          operands.size() == 1 && operands.get(0).getKind() == SqlKind.ROW
              ? like(call, OwnAggregates.COUNT_ROWS, ((SqlCall) operands.get(0)).getOperandList())
              : call;
      case "PERCENTILE_CONT", "PERCENTILE_DISC" -> percentileCall(call, operands);
      default -> call;
    };
  }

  /** PERCENTILE_CONT(x, f), which has no WITHIN GROUP. */
  private static SqlNode percentileCall(SqlCall call, List<SqlNode> operands) {
    if (call.getOperator() instanceof RexPercentileFunction) {
      return call;
    }
    if (operands.size() == 2) {
      return like(call, percentile(call, operands.get(1)), List.of(operands.get(0)));
    }
    throw CalciteErrors.at(
        ErrorCode.INVALID_QUERY.exception(
            call.getOperator().getName() + " has no WITHIN GROUP",
            "Add WITHIN GROUP (ORDER BY ...)."),
        call.getParserPosition());
  }

  private static SqlCall like(SqlCall call, SqlOperator operator, List<SqlNode> operands) {
    return operator.createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  /** The call with what its arguments are ordered by, the last of its operands. */
  private static SqlNode ordered(SqlCall call, SqlNodeList order) {
    List<SqlNode> operands = call.getOperandList();
    String name = call.getOperator().getName();
    boolean known = RexAggregates.isName(name) || OwnAggregates.of(call) != null;
    if (!known && !call.getOperator().isAggregator()) {
      throw CalciteErrors.at(
          ErrorCode.WRONG_OBJECT_TYPE.exception(
              name, "a function", "an aggregate", "Leave ORDER BY out."),
          order.getParserPosition());
    }
    SqlCall plain =
        (SqlCall) plain(like(call, call.getOperator(), operands.subList(0, operands.size() - 1)));
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "STRING_AGG", "ARRAY_AGG", "LISTAGG" -> withinGroup(plain, order);
      case "MODE" -> orderedMode(plain, order);
      default -> OrderedArgument.in(plain, order);
    };
  }

  private static SqlNode withinGroup(SqlCall call, SqlNodeList order) {
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(call.getParserPosition(), call, order);
  }

  /** Another order would part copies of a value that MODE counts. */
  private static SqlNode orderedMode(SqlCall mode, SqlNodeList order) {
    if (order.size() != 1 || !mode.operand(0).equalsDeep(ordered(order.get(0)), Litmus.IGNORE)) {
      throw CalciteErrors.at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              "MODE ordered by something else than its argument", "Order by the argument."),
          order.getParserPosition());
    }
    return withinGroup(mode, order);
  }

  static boolean isDistinct(SqlCall call) {
    SqlLiteral quantifier = call.getFunctionQuantifier();
    return quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
  }

  private static SqlNode withinGroup(SqlCall whole, SqlCall inner, SqlNodeList order) {
    String name = inner.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlOperator function;
    if (name.equals("MODE") && inner.operandCount() == 0) {
      function = OwnAggregates.MODE;
    } else if (name.startsWith("PERCENTILE_") && inner.operandCount() == 1) {
      function = percentile(inner, inner.operand(0));
    } else {
      return whole;
    }
    if (order.size() != 1) {
      throw CalciteErrors.at(
          ErrorCode.INVALID_QUERY.exception(
              name + " takes one expression in ORDER BY, but has " + order.size(),
              "Order by one expression."),
          order.getParserPosition());
    }
    SqlCall call = like(inner, function, List.of(ordered(order.get(0))));
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(whole.getParserPosition(), call, order);
  }

  /** A copy of what is ordered by, which is validated by itself. */
  static SqlNode ordered(SqlNode item) {
    SqlNode expression = item;
    while (expression instanceof SqlCall call
        && (call.getKind() == SqlKind.DESCENDING
            || call.getKind() == SqlKind.NULLS_FIRST
            || call.getKind() == SqlKind.NULLS_LAST)) {
      expression = call.operand(0);
    }
    return expression.accept(new SqlNodeCopy());
  }

  private static SqlOperator percentile(SqlCall call, SqlNode fraction) {
    String name = call.getOperator().getName();
    BigDecimal number = number(fraction);
    SqlParserPos position = fraction.getParserPosition();
    if (number == null) {
      throw CalciteErrors.at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              name + " of a fraction that is no number", "Write a number from 0 to 1."),
          position);
    }
    boolean isPlain = Math.abs((long) number.scale()) <= MOST_DIGITS;
    if (!isPlain || number.signum() < 0 || number.compareTo(BigDecimal.ONE) > 0) {
      throw CalciteErrors.at(
          ErrorCode.INVALID_ARGUMENT.exception(
              isPlain ? number.toPlainString() : number.toString(),
              "fraction",
              "Write a number from 0 to 1."),
          position);
    }
    boolean between = name.toUpperCase(Locale.ROOT).equals("PERCENTILE_CONT");
    return new RexPercentileFunction(name, between, number);
  }

  private static @Nullable BigDecimal number(SqlNode node) {
    if (node instanceof SqlCall call && call.getKind() == SqlKind.MINUS_PREFIX) {
      BigDecimal operand = number(call.operand(0));
      return operand == null ? null : operand.negate();
    }
    return node instanceof SqlNumericLiteral literal ? literal.bigDecimalValue() : null;
  }
}
