package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.util.Static;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY behind the arguments of a function, {@code SUM(x ORDER BY y)}: a list behind the last
 * operand of the call. Stateless.
 */
public final class ArgumentOrder {
  private ArgumentOrder() {}

  /**
   * The arguments as the parser has read them, quantifier first, with ORDER BY behind the last one:
   * behind a single argument it is read as if that were a query.
   */
  public static List<SqlNode> last(List<SqlNode> arguments) {
    if (arguments.size() > 1
        && arguments.get(1) instanceof SqlOrderBy ordered
        && !ordered.query.isA(SqlKind.QUERY)) {
      if (arguments.size() > 2 || ordered.offset != null || ordered.fetch != null) {
        throw SqlUtil.newContextException(
            ordered.getParserPosition(), Static.RESOURCE.illegalOrderBy());
      }
      arguments.set(1, ordered.query);
      arguments.add(ordered.orderList);
    }
    return arguments;
  }

  /** What a function's arguments are ordered by, or null. */
  static @Nullable SqlNodeList of(SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    return !operands.isEmpty()
            && call.getOperator() instanceof SqlFunction
            && operands.get(operands.size() - 1) instanceof SqlNodeList order
        ? order
        : null;
  }
}
