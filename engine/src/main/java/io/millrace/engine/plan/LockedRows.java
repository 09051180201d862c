package io.millrace.engine.plan;

import io.millrace.engine.error.ErrorCode;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows that SELECT … FOR UPDATE locks: those of one table that its WHERE keeps, so the
 * same that DELETE with that WHERE would delete.
 */
final class LockedRows {
  private LockedRows() {}

  static DmlPlan plan(SqlNode query, PlannerContext context) {
    SqlNode body = query instanceof SqlOrderBy ordered ? ordered.query : query;
    if (body instanceof SqlSelect select && select.getGroup() == null) {
      SqlNode from = select.getFrom();
      SqlIdentifier alias = null;
      if (from instanceof SqlBasicCall call && call.getKind() == SqlKind.AS) {
        alias = call.operand(1);
        from = call.operand(0);
      }
      if (from instanceof SqlIdentifier table) {
        return StatementPlanner.PLANNER.planDml(delete(table, select.getWhere(), alias), context);
      }
    }
    throw ErrorCode.FEATURE_NOT_SUPPORTED
        .exception("FOR UPDATE of anything but one table", "Select from one table at a time.")
        .at(StatementPlanner.line(query), StatementPlanner.column(query));
  }

  private static SqlNode delete(
      SqlIdentifier table, @Nullable SqlNode where, @Nullable SqlIdentifier alias) {
    SqlParserPos position = table.getParserPosition();
    return new SqlDelete(position, table, where, null, alias);
  }
}
