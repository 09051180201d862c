package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;

/**
 * The first argument of an aggregate whose result does not hang on the order of its values, with
 * what ORDER BY inside the call says: validated as the argument is, and gone once the call becomes
 * a row expression. Its operands are all arguments of the aggregate, then what orders them. Text
 * cannot call it.
 */
final class OrderedArgument extends SqlFunction {
  private final String aggregate;
  private final int arguments;
  private final boolean distinct;

  private OrderedArgument(String aggregate, int arguments, boolean distinct) {
    super(
        "ORDERED",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
    this.aggregate = aggregate;
    this.arguments = arguments;
    this.distinct = distinct;
  }

  /** The call of an aggregate with its first argument ordered. */
  static SqlCall in(SqlCall call, SqlNodeList order) {
    List<SqlNode> arguments = new ArrayList<>(call.getOperandList());
    SqlNode first = arguments.get(0);
    List<SqlNode> operands = new ArrayList<>();
    operands.add(first);
    for (SqlNode argument : arguments.subList(1, arguments.size())) {
      operands.add(argument.accept(new SqlNodeCopy()));
    }
    order.forEach(item -> operands.add(AggregateSyntax.ordered(item)));
    boolean distinct = AggregateSyntax.isDistinct(call);
    OrderedArgument ordered =
        new OrderedArgument(call.getOperator().getName(), arguments.size(), distinct);
    arguments.set(0, ordered.createCall(order.getParserPosition(), operands));
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), arguments);
  }

  /**
   * The argument alone.
   *
   * @throws io.millrace.engine.error.DatabaseException 42P10 if distinct arguments are ordered by
   *     something else
   */
  RexNode convert(SqlRexContext context, SqlCall call) {
    List<RexNode> operands =
        call.getOperandList().stream().map(context::convertExpression).toList();
    List<RexNode> values = operands.subList(0, arguments);
    if (distinct && !values.containsAll(operands.subList(arguments, operands.size()))) {
      throw CalciteErrors.at(
          ErrorCode.DISTINCT_ORDER.exception(aggregate), call.getParserPosition());
    }
    return operands.get(0);
  }

  /** Is in no table of functions to be looked up in. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
    return validator.deriveType(scope, call.operand(0));
  }
}
