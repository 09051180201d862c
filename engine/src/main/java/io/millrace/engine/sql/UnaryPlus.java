package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * A plus sign before a value is that value: of numbers and intervals, and of text as well, which
 * Calcite would make a number of. SQLite and H2 take it so.
 */
final class UnaryPlus {
  /** Found by the validator before Calcite's operator of the same sign. */
  static final SqlOperator OPERATOR =
      new SqlPrefixOperator(
          "+",
          SqlKind.PLUS_PREFIX,
          SqlStdOperatorTable.UNARY_PLUS.getRightPrec() / 2,
          ReturnTypes.ARG0,
          InferTypes.RETURN_TYPE,
          OperandTypes.NUMERIC_OR_INTERVAL.or(OperandTypes.CHARACTER));

  private UnaryPlus() {}

  static boolean isIn(SqlCall call) {
    return call.getOperator().equals(OPERATOR);
  }
}
