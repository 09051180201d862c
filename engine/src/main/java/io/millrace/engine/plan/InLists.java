package io.millrace.engine.plan;

import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts IN lists of constants together again, which arrive as one comparison for each constant, so
 * that a test costs a binary search. Stateless.
 */
final class InLists {
  /** Fewer comparisons are as fast one by one. */
  private static final int FEWEST = 3;

  private InLists() {}

  /** The conjuncts with {@code a = 1 OR a = 2 OR ...} and {@code a <> 1 AND a <> 2 ...} joined. */
  static List<Expr> join(List<Expr> conjuncts) {
    List<Expr> disjunctionsJoined = new ArrayList<>();
    for (Expr conjunct : conjuncts) {
      disjunctionsJoined.add(joinDisjunctions(conjunct));
    }
    if (conjuncts.size() < FEWEST) {
      return disjunctionsJoined;
    }
    return join(disjunctionsJoined, ComparisonOperator.NOT_EQUAL);
  }

  private static Expr joinDisjunctions(Expr expr) {
    if (expr instanceof Not not) {
      return Exprs.not(joinDisjunctions(not.children().get(0)));
    }
    return expr instanceof Or && expr.children().size() >= FEWEST
        ? Exprs.or(join(expr.children(), ComparisonOperator.EQUAL))
        : expr;
  }

  private static List<Expr> join(List<Expr> parts, ComparisonOperator operator) {
    Map<Expr, List<Expr>> constants = new LinkedHashMap<>();
    for (Expr part : parts) {
      if (isAgainstConstant(part, operator)) {
        Comparison comparison = (Comparison) part;
        constants
            .computeIfAbsent(comparison.left(), k -> new ArrayList<>())
            .add(comparison.right());
      }
    }
    constants.values().removeIf(list -> list.size() < FEWEST);
    if (constants.isEmpty()) {
      return parts;
    }
    List<Expr> joined = new ArrayList<>();
    for (Expr part : parts) {
      Expr operand =
          isAgainstConstant(part, operator) ? ((Comparison) part).left() : Exprs.literal(true);
      List<Expr> list = constants.get(operand);
      if (list == null) {
        joined.add(part);
      } else if (!list.isEmpty()) {
        // In the place of the first; the others find the list used up.
        Expr in = Exprs.in(operand, List.copyOf(list));
        joined.add(operator == ComparisonOperator.EQUAL ? in : Exprs.not(in));
        list.clear();
      }
    }
    return joined;
  }

  private static boolean isAgainstConstant(Expr part, ComparisonOperator operator) {
    return part instanceof Comparison comparison
        && comparison.operator() == operator
        && comparison.right() instanceof Literal constant
        && constant.value() != null
        && !Exprs.canFail(comparison.left());
  }
}
