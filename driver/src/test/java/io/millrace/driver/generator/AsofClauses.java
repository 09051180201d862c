package io.millrace.driver.generator;

import io.millrace.driver.generator.FromClauses.From;
import java.util.List;

/** ASOF joins: the nearest row of those that are equal in another column. */
final class AsofClauses {
  private static final List<String> COMPARISONS = List.of(" >= ", " <= ", " > ", " < ");

  private final Generation generation;

  AsofClauses(Generation generation) {
    this.generation = generation;
  }

  /** The kinds that both sides have columns of. */
  private static List<Kind> common(From left, From right) {
    return left.scope().kinds().stream().filter(k -> !right.scope().of(k).isEmpty()).toList();
  }

  static boolean isPossible(From left, From right) {
    return !common(left, right).isEmpty();
  }

  From join(From left, From right, Construct construct) {
    generation.use(construct);
    String keyword = construct == Construct.ASOF_JOIN ? " ASOF JOIN " : " LEFT ASOF JOIN ";
    String match = compared(left, right, generation.choices().of(COMPARISONS));
    String equal = compared(left, right, " = ");
    return FromClauses.join(left, keyword, right, " MATCH_CONDITION " + match + " ON " + equal);
  }

  private String compared(From left, From right, String operator) {
    Kind kind = generation.choices().of(common(left, right));
    return generation.choices().of(left.scope().of(kind))
        + operator
        + generation.choices().of(right.scope().of(kind));
  }
}
