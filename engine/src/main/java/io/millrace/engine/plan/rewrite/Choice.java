package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.View;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cheapest of the ways tried to put one view in place of leaves. One thread at a time. */
final class Choice {
  private final Cost cost;
  private final Map<View, Mismatch> mismatches;
  private double least;
  private BlockMatch.@Nullable Result best;
  private @Nullable Candidate chosen;

  /**
   * @param least what a way may cost at most
   * @param mismatches takes why views do not match
   */
  Choice(Cost cost, double least, Map<View, Mismatch> mismatches) {
    this.cost = cost;
    this.least = least;
    this.mismatches = mismatches;
  }

  /** Tries the view under each of these mappings of its leaves. */
  void offer(Block block, Facts facts, Candidate candidate, List<LeafMapping> mappings) {
    for (LeafMapping mapping : mappings) {
      try {
        BlockMatch.Result over = BlockMatch.match(block, facts, candidate, mapping);
        double next = cost.of(over.block());
        if (next < least || (best == null && next <= least)) {
          best = over;
          least = next;
          chosen = candidate;
        } else if (best == null) {
          mismatches.putIfAbsent(candidate.view(), new Mismatch("has more rows to read"));
        }
      } catch (Mismatch e) {
        mismatches.putIfAbsent(candidate.view(), e);
      }
    }
  }

  /** The cheapest way, or null if none was cheap enough. */
  BlockMatch.@Nullable Result best() {
    return best;
  }

  /** The view of the cheapest way, or null. */
  @Nullable Candidate chosen() {
    return chosen;
  }
}
