package io.millrace.driver.rewrite;

import java.util.List;
import java.util.Set;

/**
 * Views, named v0, v1, …, and a query derived from them. Immutable.
 *
 * @param kinds how it was derived
 * @param parameters the values of the query's parameters
 */
record Pair(Set<PairKind> kinds, List<String> views, String query, List<Integer> parameters) {
  boolean isDerivable() {
    return kinds.stream().allMatch(PairKind::isDerivable);
  }
}
