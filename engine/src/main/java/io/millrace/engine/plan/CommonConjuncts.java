package io.millrace.engine.plan;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Or;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts what all alternatives of an OR share before it, so that it can be a key of a join or a path
 * to rows: {@code (a AND b) OR (a AND c)} is {@code a AND (b OR c)}, for UNKNOWN too. Stateless.
 */
final class CommonConjuncts {
  private CommonConjuncts() {}

  /** The conjuncts that the condition is of, in order. Cost: O(size of the condition). */
  static List<Expr> pulled(Expr condition) {
    if (!(condition instanceof Or)) {
      return conjuncts(condition);
    }
    Set<Expr> common = new LinkedHashSet<>(conjuncts(condition.children().get(0)));
    for (Expr alternative : condition.children()) {
      if (common.isEmpty()) {
        return List.of(condition);
      }
      common.retainAll(Set.copyOf(conjuncts(alternative)));
    }
    return common.isEmpty() ? List.of(condition) : before(common, condition);
  }

  private static List<Expr> before(Set<Expr> common, Expr condition) {
    List<Expr> pulled = new ArrayList<>(common);
    List<Expr> alternatives = new ArrayList<>();
    for (Expr alternative : condition.children()) {
      List<Expr> rest = new ArrayList<>(conjuncts(alternative));
      rest.removeAll(common);
      if (rest.isEmpty()) {
        return pulled;
      }
      alternatives.add(Exprs.and(rest));
    }
    pulled.add(Exprs.or(alternatives));
    return pulled;
  }

  private static List<Expr> conjuncts(Expr condition) {
    return condition instanceof And ? condition.children() : List.of(condition);
  }
}
