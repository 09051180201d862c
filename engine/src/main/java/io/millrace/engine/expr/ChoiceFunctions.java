package io.millrace.engine.expr;

import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GREATEST and LEAST: NULL if any argument is, or of those that aren't; NULLIF; the one row of a
 * subquery.
 */
final class ChoiceFunctions {
  static final List<Function> FUNCTIONS =
      List.of(
          extreme("GREATEST", 1, false),
          extreme("LEAST", -1, false),
          extreme("GREATEST_SKIP_NULLS", 1, true),
          extreme("LEAST_SKIP_NULLS", -1, true),
          Function.of(
                  "NULLIF",
                  2,
                  arguments -> arguments.get(0).type().withNullable(true),
                  ChoiceFunctions::bindNullIf)
              .neverFails(),
          // The value of a scalar subquery, and how many rows it had: 21000 if several.
          Function.of(
              "SINGLE_ROW",
              2,
              arguments -> arguments.get(0).type().withNullable(true),
              ChoiceFunctions::bindSingleRow));

  private ChoiceFunctions() {}

  private static Function extreme(String name, int sign, boolean skipNulls) {
    return Function.of(
        name,
        1,
        Function.ANY_NUMBER,
        Typings.WIDEST,
        (arguments, type) -> {
          List<Expr> typed = new ArrayList<>();
          for (Expr argument : arguments) {
            typed.add(Exprs.coerce(argument, type));
          }
          CellOrder order = CellOrder.of(type, type);
          return frame -> extreme(typed, frame, order, sign, skipNulls);
        });
  }

  private static @Nullable Object extreme(
      List<Expr> arguments, EvaluationFrame frame, CellOrder order, int sign, boolean skipNulls) {
    Object best = null;
    for (int i = 0; i < arguments.size(); i++) {
      Object value = arguments.get(i).evaluate(frame);
      if (value == null) {
        if (!skipNulls) {
          return null;
        }
      } else if (best == null || order.compare(value, best) * sign > 0) {
        best = value;
      }
    }
    return best;
  }

  private static Evaluation bindSingleRow(List<Expr> arguments, ColumnType type) {
    Expr value = Exprs.coerce(arguments.get(0), type);
    Expr rows = arguments.get(1);
    return frame -> {
      Object count = rows.evaluate(frame);
      if (count != null && (Long) count > 1) {
        throw ErrorCode.CARDINALITY_VIOLATION.exception();
      }
      return value.evaluate(frame);
    };
  }

  private static Evaluation bindNullIf(List<Expr> arguments, ColumnType type) {
    Expr first = Exprs.coerce(arguments.get(0), type);
    Expr second = arguments.get(1);
    CellOrder order = CellOrder.of(first.type(), second.type());
    return frame -> {
      Object a = first.evaluate(frame);
      Object b = a == null ? null : second.evaluate(frame);
      return a == null || (b != null && order.compare(a, b) == 0) ? null : a;
    };
  }
}
