package io.millrace.driver.rewrite;

import org.apache.calcite.plan.SubstitutionVisitor;
import org.apache.calcite.plan.SubstitutionVisitor.AbstractUnifyRule;
import org.apache.calcite.plan.SubstitutionVisitor.UnifyResult;
import org.apache.calcite.plan.SubstitutionVisitor.UnifyRuleCall;
import org.apache.calcite.rel.mutable.MutableRel;
import org.jspecify.annotations.Nullable;

/**
 * A rule that matches nothing and counts how often it is asked: some searches of
 * SubstitutionVisitor come back to the same node for ever, and this one ends them. For one search.
 */
final class EndlessSearch extends AbstractUnifyRule {
  private static final int MOST = 20_000;

  private int asked;

  EndlessSearch() {
    super(any(MutableRel.class), any(MutableRel.class), 0);
  }

  @Override
  protected @Nullable UnifyRuleCall match(
      SubstitutionVisitor visitor, MutableRel query, MutableRel target) {
    asked++;
    if (asked > MOST) {
      throw new IllegalStateException("an endless search");
    }
    return null;
  }

  @Override
  protected @Nullable UnifyResult apply(UnifyRuleCall call) {
    return null;
  }
}
