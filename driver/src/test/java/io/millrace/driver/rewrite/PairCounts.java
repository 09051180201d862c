package io.millrace.driver.rewrite;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many pairs of each kind there were, and how many of them a view answered. */
final class PairCounts {
  private final Map<PairKind, int[]> counts = new EnumMap<>(PairKind.class);
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<PairKind, String> unmatched = new EnumMap<>(PairKind.class);
  private int pairs;
  private int refused;
  private int empty;

  void add(Pair pair, PairRun.Outcome outcome) {
    pairs++;
    String refusal = outcome.refusal();
    if (refusal != null) {
      refused++;
      refusals.merge(refusal.replaceAll("\\(line.*?\\)|\\d+", "#"), 1, Integer::sum);
      return;
    }
    empty += outcome.rows() == 0 ? 1 : 0;
    for (PairKind kind : pair.kinds()) {
      int[] count = counts.computeIfAbsent(kind, any -> new int[3]);
      count[0]++;
      if (pair.isDerivable() || !kind.isDerivable()) {
        count[1] += pair.isDerivable() ? 1 : 0;
        count[2] += outcome.matched() ? 1 : 0;
        if (!outcome.matched()) {
          unmatched.put(kind, String.join("\n    ", pair.views()) + "\n    " + pair.query());
        }
      }
    }
  }

  double shareOfRefused() {
    return (double) refused / pairs;
  }

  double shareOfEmpty() {
    return (double) empty / pairs;
  }

  /** The derivable kinds with a smaller share of answered pairs, if there are enough of them. */
  List<String> below(double share, int enough) {
    List<String> below = new ArrayList<>();
    counts.forEach(
        (kind, count) -> {
          if (kind.isDerivable() && count[1] >= enough && count[2] < share * count[1]) {
            below.add(kind + " " + count[2] + " of " + count[1] + "\n    " + unmatched.get(kind));
          }
        });
    return below;
  }

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    table.append("%d pairs, %d refused, %d with empty answers%n".formatted(pairs, refused, empty));
    table.append("%-22s %8s %10s %9s%n".formatted("kind", "pairs", "derivable", "matched"));
    counts.forEach(
        (kind, count) -> {
          int of = kind.isDerivable() ? count[1] : count[0];
          double share = of == 0 ? 0 : 100.0 * count[2] / of;
          table.append("%-22s %8d %10d %7.1f %%%n".formatted(kind, count[0], count[1], share));
        });
    refusals.forEach((refusal, times) -> table.append(times + " × " + refusal + "\n"));
    return table.toString();
  }
}
