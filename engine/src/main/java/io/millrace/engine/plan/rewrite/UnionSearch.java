package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.View;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the view whose rows, together with those that it lacks, are the cheapest way to a
 * block's. Immutable.
 *
 * @param isForced whether views are to be read though that is dearer
 */
record UnionSearch(Cost cost, boolean isForced) {
  /** More views are not tried. */
  private static final int MOST = 8;

  /** Where a query reads fewer rows, looking for views costs more than it saves. */
  private static final int FEWEST_ROWS = 100;

  /** A union so many times cheaper than the tables is taken without looking for a cheaper one. */
  private static final int ENOUGH = 4;

  /** A view and the block in two parts. */
  record Found(UnionMatch match, View view) {}

  /** Whether a union may save enough to look for it. */
  boolean isWorthwhile(Block block) {
    // Reading all rows in two parts saves none.
    boolean areAllRows = block.group() == null && block.conjuncts().isEmpty();
    return isForced || (!areAllRows && cost.of(block) >= FEWEST_ROWS);
  }

  /**
   * The cheapest union; null if none is cheaper than the block itself.
   *
   * @param facts what holds for the block's rows
   * @param isAny whether one that is dearer will do
   */
  @Nullable Found find(Block block, Facts facts, Collection<Candidate> candidates, boolean isAny) {
    double least = isAny ? Double.MAX_VALUE : cost.of(block);
    double enough = isForced ? 0 : least / ENOUGH;
    Found best = null;
    int tried = 0;
    for (Candidate candidate : candidates) {
      if (tried >= MOST || least <= enough) {
        break;
      }
      if (!mayServe(candidate)) {
        continue;
      }
      for (LeafMapping mapping : LeafMapping.all(block, candidate.block())) {
        tried++;
        UnionMatch match = match(block, facts, candidate, mapping);
        double next = match == null ? least : cost.of(match.kept()) + cost.of(match.rest());
        if (match != null && next < least) {
          best = new Found(match, candidate.view());
          least = next;
        }
      }
    }
    return best;
  }

  private boolean mayServe(Candidate candidate) {
    return candidate.top() == null
        && candidate.view().isForRewriting()
        && (isForced || candidate.isBoundByKey());
  }

  private static @Nullable UnionMatch match(
      Block block, Facts facts, Candidate candidate, LeafMapping mapping) {
    try {
      return UnionMatch.of(block, facts, candidate, mapping);
    } catch (Mismatch e) {
      // Why it does not answer the whole query is known already.
      return null;
    }
  }
}
