package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Frames in GROUPS, which Calcite lacks: it is told that they are in ROWS, and their offsets are
 * marked by a function. Without offsets they are the same as frames in RANGE. Stateless.
 */
public final class FrameGroups {
  private FrameGroups() {}

  /** A window that was read as one in ROWS, as one in GROUPS. */
  public static SqlWindow of(SqlWindow window) {
    SqlNode lower = window.getLowerBound();
    SqlNode upper = window.getUpperBound();
    boolean marked = mark(lower);
    marked |= upper != null && mark(upper);
    window.setRows(SqlLiteral.createBoolean(marked, SqlParserPos.ZERO));
    return window;
  }

  private static boolean mark(SqlNode bound) {
    if (bound.getKind() != SqlKind.PRECEDING && bound.getKind() != SqlKind.FOLLOWING) {
      return false;
    }
    SqlCall call = (SqlCall) bound;
    SqlNode count = call.operand(0);
    call.setOperand(0, Marker.GROUPS.on(count));
    return true;
  }
}
