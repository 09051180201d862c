package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Case;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.plan.rewrite.ExprSql.Unwritable;
import java.util.ArrayList;
import java.util.List;

/** Aggregate calls as SQL that, planned again, is the same call. */
final class CallSql {
  private CallSql() {}

  /**
   * The text of a call.
   *
   * @param expressions writes its arguments
   * @throws Unwritable for a call with an order or a parameter, and for functions of lists
   */
  static String of(Group.Call call, ExprSql expressions) throws Unwritable {
    if (!call.order().isEmpty() || call.parameter() != null) {
      throw new Unwritable(call.function().name());
    }
    String filter = "";
    List<String> arguments = new ArrayList<>();
    for (Expr argument : call.arguments()) {
      arguments.add(expressions.of(argument));
    }
    if (call.arguments().size() == 1 && isFiltered(call.arguments().get(0))) {
      Case choice = (Case) call.arguments().get(0);
      arguments.set(0, expressions.of(choice.results().get(0)));
      filter = " FILTER (WHERE " + expressions.of(choice.conditions().get(0)) + ")";
    }
    String inside = arguments.isEmpty() ? "*" : String.join(", ", arguments);
    return name(call) + "(" + (call.distinct() ? "DISTINCT " : "") + inside + ")" + filter;
  }

  /** FILTER is planned as a CASE without ELSE. */
  private static boolean isFiltered(Expr argument) {
    return argument instanceof Case choice
        && choice.conditions().size() == 1
        && choice.otherwise() instanceof Literal otherwise
        && otherwise.value() == null;
  }

  private static String name(Group.Call call) throws Unwritable {
    return switch (call.function()) {
      case SUM0 -> "SUM";
      case COUNT_IF -> "COUNTIF";
      case SINGLE_VALUE,
          COUNT_ROWS,
          MODE,
          PERCENTILE_CONT,
          PERCENTILE_DISC,
          STRING_AGG,
          ARRAY_AGG ->
          throw new Unwritable(call.function().name());
      default -> call.function().name();
    };
  }
}
