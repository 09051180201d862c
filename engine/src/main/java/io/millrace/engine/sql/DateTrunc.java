package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/** DATE_TRUNC('month', x), as in PostgreSQL; a DATE stays one, as in DuckDB. */
final class DateTrunc extends SqlFunction {
  private static final String NAME = "DATE_TRUNC";

  static final SqlFunction INSTANCE = new DateTrunc();

  private DateTrunc() {
    super(
        NAME,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG1_NULLABLE,
        null,
        OperandTypes.sequence(
            "DATE_TRUNC('<UNIT>', <DATETIME>)",
            OperandTypes.and(OperandTypes.LITERAL, OperandTypes.CHARACTER),
            OperandTypes.DATETIME),
        SqlFunctionCategory.TIMEDATE);
  }

  /**
   * The call in place of Calcite's function of the same name, which has the unit behind: it takes a
   * column called like a unit, as {@code day}, for that.
   */
  static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    if (!(node instanceof SqlBasicCall call)
        || !call.getOperator().getName().equals(NAME)
        || call.operandCount() != 2
        || call.operand(0).getKind() != SqlKind.LITERAL) {
      return node;
    }
    SqlNode truncated = call.operand(1);
    if (truncated instanceof SqlIntervalQualifier unit) {
      String name = unit.timeFrameName == null ? unit.toString() : unit.timeFrameName;
      truncated = new SqlIdentifier(name, unit.getParserPosition());
    }
    return INSTANCE.createCall(call.getParserPosition(), call.operand(0), truncated);
  }
}
