package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.RangeOffset;
import io.millrace.engine.operator.WindowFrame;
import io.millrace.engine.operator.WindowFrame.Bound;
import io.millrace.engine.operator.WindowFrame.Exclusion;
import io.millrace.engine.operator.WindowFrame.Unit;
import io.millrace.engine.sql.Marker;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.jspecify.annotations.Nullable;

/** Frames of windows as ours. Stateless. */
final class WindowFrames {
  /** Farther than any row; what is farther still is as far. */
  private static final long FAR = 1L << 62;

  private final Expressions expressions;

  WindowFrames(Expressions expressions) {
    this.expressions = expressions;
  }

  /**
   * The frame of a window.
   *
   * @throws DatabaseException 22013 if an offset is NULL or negative, 0A000 if it is no constant
   */
  WindowFrame of(RexWindow window) {
    RexWindowBound lower = window.getLowerBound();
    RexWindowBound upper = window.getUpperBound();
    Exclusion exclusion =
        switch (window.getExclude()) {
          case EXCLUDE_NO_OTHER -> Exclusion.NO_OTHERS;
          case EXCLUDE_CURRENT_ROW -> Exclusion.CURRENT_ROW;
          case EXCLUDE_GROUP -> Exclusion.GROUP;
          case EXCLUDE_TIES -> Exclusion.TIES;
        };
    Unit unit = window.isRows() ? Unit.ROWS : Unit.RANGE;
    if (Marker.GROUPS.isOn(lower.getOffset()) || Marker.GROUPS.isOn(upper.getOffset())) {
      unit = Unit.GROUPS;
    }
    boolean whole = lower.isUnboundedPreceding() && upper.isUnboundedFollowing();
    if (whole || (unit == Unit.RANGE && window.orderKeys.isEmpty())) {
      // Without an order all rows are peers.
      return new WindowFrame(Unit.RANGE, Bound.FIRST, Bound.LAST, exclusion);
    }
    return new WindowFrame(unit, bound(lower, unit, window), bound(upper, unit, window), exclusion);
  }

  private Bound bound(RexWindowBound bound, Unit unit, RexWindow window) {
    if (bound.isUnboundedPreceding()) {
      return Bound.FIRST;
    }
    if (bound.isUnboundedFollowing()) {
      return Bound.LAST;
    }
    RexNode offset = bound.getOffset();
    if (bound.isCurrentRow() || offset == null) {
      return Bound.CURRENT;
    }
    int direction = bound.isPreceding() ? -1 : 1;
    RexNode plain = Marker.GROUPS.off(offset);
    Expr constant = expressions.of(plain);
    Object amount = value(constant);
    if (amount == null) {
      throw ErrorCode.INVALID_FRAME_OFFSET.exception("NULL");
    }
    if (unit == Unit.RANGE) {
      ColumnType column = expressions.type(window.orderKeys.get(0).left.getType());
      return Bound.range(direction, RangeOffset.of(column, constant.type(), amount));
    }
    if (!(amount instanceof Long count)) {
      throw Unsupported.error(
          unit + " with an offset of type " + constant.type().type().sqlName(), "Use an integer.");
    }
    if (count < 0) {
      throw ErrorCode.INVALID_FRAME_OFFSET.exception(count);
    }
    return Bound.rows(direction * Math.min(count, FAR));
  }

  /** The value of a constant expression, null for NULL. */
  static @Nullable Object value(Expr constant) {
    Expr folded = Exprs.fold(constant);
    if (!Exprs.isConstant(folded)) {
      throw Unsupported.error(
          "A parameter or column in the offset of a frame, LAG, LEAD or NTH_VALUE",
          "Use a number.");
    }
    return folded.evaluate(EvaluationFrame.of(RowType.of(List.of())));
  }
}
