package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.IsNull;
import io.millrace.engine.operator.JoinKey;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One form for the keys of a semi- or anti-join: {@code l IS NOT DISTINCT FROM r} where r is never
 * NULL, as EXISTS becomes, is TRUE where {@code l = r} is, as IN becomes; and a partner whose key
 * is NULL is none, so it does not matter whether it was filtered out.
 */
final class PresentKeys {
  private PresentKeys() {}

  /** The keys, compared by {@code =} where a partner's key is never NULL. */
  static List<JoinKey> plain(List<JoinKey> keys, Block right) {
    Facts facts = new Facts(right.columns(), right.predicates());
    return keys.stream()
        .map(
            key -> {
              Expr compared = right.outputs().get(key.rightColumn());
              boolean present = right.group() == null && facts.isNotNull(compared);
              return present ? new JoinKey(key.leftColumn(), key.rightColumn(), false) : key;
            })
        .toList();
  }

  /** The partners, whether or not their keys are NULL. */
  static Block withoutTests(Block right, List<JoinKey> keys) {
    if (right.group() != null) {
      return right;
    }
    Set<Expr> compared = new HashSet<>();
    for (JoinKey key : keys) {
      if (!key.nullSafe()) {
        compared.add(right.outputs().get(key.rightColumn()));
      }
    }
    List<Conjunct> kept =
        right.conjuncts().stream()
            .filter(
                conjunct ->
                    !(conjunct.appliedBy() == Conjunct.NOBODY
                        && conjunct.predicate() instanceof IsNull test
                        && test.negated()
                        && compared.contains(test.operand())))
            .toList();
    return new Block(right.leaves(), right.columns(), kept, null, right.outputs());
  }
}
