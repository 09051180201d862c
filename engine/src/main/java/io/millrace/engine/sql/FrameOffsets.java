package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of frames in a form that Calcite takes: of ROWS, nothing but plain numbers, so all
 * others are marked; and a parameter that counts rows or groups is a BIGINT. Stateless.
 */
final class FrameOffsets {
  private FrameOffsets() {}

  /**
   * Changes the offsets of a window in place.
   *
   * @throws io.millrace.engine.error.DatabaseException 22013 for NULL, with line and column
   */
  static void prepare(SqlWindow window) {
    prepare(window.getLowerBound(), window.isRows());
    prepare(window.getUpperBound(), window.isRows());
  }

  private static void prepare(@Nullable SqlNode bound, boolean rows) {
    if (!(bound instanceof SqlCall call)
        || (call.getKind() != SqlKind.PRECEDING && call.getKind() != SqlKind.FOLLOWING)) {
      return;
    }
    SqlNode offset = call.operand(0);
    boolean groups = Marker.GROUPS.isOn(offset);
    SqlNode amount = groups ? ((SqlCall) offset).operand(0) : offset;
    if (SqlUtil.isNullLiteral(amount, false)) {
      throw CalciteErrors.at(
          ErrorCode.INVALID_FRAME_OFFSET.exception("NULL"), amount.getParserPosition());
    }
    if (rows && !(amount instanceof SqlNumericLiteral)) {
      SqlNode typed = amount instanceof SqlDynamicParam ? bigint(amount) : amount;
      call.setOperand(0, (groups ? Marker.GROUPS : Marker.ROWS).on(typed));
    }
  }

  private static SqlNode bigint(SqlNode parameter) {
    SqlParserPos position = parameter.getParserPosition();
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, position), position);
    return SqlStdOperatorTable.CAST.createCall(position, parameter, type);
  }
}
