package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.operator.FrameOffset;
import io.millrace.engine.operator.WindowFrame;
import io.millrace.engine.operator.WindowFrame.Bound;
import io.millrace.engine.operator.WindowFrame.Exclusion;
import io.millrace.engine.operator.WindowFrame.Unit;
import io.millrace.engine.sql.Marker;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;

/** Frames of windows as ours. Stateless. */
final class WindowFrames {
  private final Expressions expressions;

  WindowFrames(Expressions expressions) {
    this.expressions = expressions;
  }

  /**
   * The frame of a window.
   *
   * @param columns the column with an expression, which it adds if there is none
   * @throws DatabaseException 22013 if an offset is NULL or negative, 0A000 if it reads columns
   */
  WindowFrame of(RexWindow window, ToIntFunction<Expr> columns) {
    RexWindowBound lower = window.getLowerBound();
    RexWindowBound upper = window.getUpperBound();
    Exclusion exclusion =
        switch (window.getExclude()) {
          case EXCLUDE_NO_OTHER -> Exclusion.NO_OTHERS;
          case EXCLUDE_CURRENT_ROW -> Exclusion.CURRENT_ROW;
          case EXCLUDE_GROUP -> Exclusion.GROUP;
          case EXCLUDE_TIES -> Exclusion.TIES;
        };
    if (isWhole(window)) {
      return new WindowFrame(Unit.RANGE, Bound.FIRST, Bound.LAST, exclusion);
    }
    return new WindowFrame(
        unit(window), bound(lower, window, columns), bound(upper, window, columns), exclusion);
  }

  /** What the bounds of a window count in. */
  static Unit unit(RexWindow window) {
    RexNode lower = window.getLowerBound().getOffset();
    RexNode upper = window.getUpperBound().getOffset();
    if (Marker.GROUPS.isOn(lower) || Marker.GROUPS.isOn(upper)) {
      return Unit.GROUPS;
    }
    return window.isRows() && !isWhole(window) ? Unit.ROWS : Unit.RANGE;
  }

  /** Without an order all rows are peers. */
  private static boolean isWhole(RexWindow window) {
    boolean all =
        window.getLowerBound().isUnboundedPreceding()
            && window.getUpperBound().isUnboundedFollowing();
    return all || (!window.isRows() && window.orderKeys.isEmpty());
  }

  private Bound bound(RexWindowBound bound, RexWindow window, ToIntFunction<Expr> columns) {
    if (bound.isUnboundedPreceding()) {
      return Bound.FIRST;
    }
    if (bound.isUnboundedFollowing()) {
      return Bound.LAST;
    }
    RexNode written = bound.getOffset();
    if (bound.isCurrentRow() || written == null) {
      return Bound.CURRENT;
    }
    int direction = bound.isPreceding() ? -1 : 1;
    Expr offset = Exprs.fold(expressions.of(Marker.ROWS.off(Marker.GROUPS.off(written))));
    if (!Predicates.fields(offset).isEmpty()) {
      throw Unsupported.error("A column in the offset of a frame", "Use a number or a parameter.");
    }
    ColumnType ordered = null;
    if (unit(window) == Unit.RANGE) {
      ordered = expressions.type(window.orderKeys.get(0).left.getType());
    } else if (!isInteger(offset)) {
      throw Unsupported.error(
          unit(window) + " with an offset of type " + offset.type().type().sqlName(),
          "Use an integer.");
    }
    if (Exprs.isConstant(offset)) {
      Object amount = offset.evaluate(EvaluationFrame.of(RowType.of(List.of())));
      return FrameOffset.bound(direction, amount, offset.type(), ordered);
    }
    return Bound.column(
        direction, new FrameOffset(columns.applyAsInt(offset), offset.type(), ordered));
  }

  private static boolean isInteger(Expr offset) {
    return switch (offset.type().type()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      default -> offset instanceof Literal literal && literal.value() == null;
    };
  }
}
