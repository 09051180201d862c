package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ExpectedResult;
import io.millrace.sqllogictest.script.ScriptRecord.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares results with what a script expects, and results of one label with each other. */
final class Check {
  private static final int SHOWN_VALUES = 12;

  private final Map<String, String> hashOfLabel = new HashMap<>();
  private final int hashThreshold;

  /**
   * @param hashThreshold above which a result is shown as its hash, as the script would write it; 0
   *     for never
   */
  Check(int hashThreshold) {
    this.hashThreshold = hashThreshold;
  }

  /** What is wrong with the values of a query, row after row as they came; empty if nothing is. */
  Optional<String> problem(Query query, List<String> values) {
    List<String> sorted = query.sort().sorted(values, query.types().length());
    if (!query.expected().isMetBy(sorted)) {
      return Optional.of(difference(query.expected(), sorted));
    }
    return query.label().flatMap(label -> unlike(label, sorted));
  }

  private Optional<String> unlike(String label, List<String> sorted) {
    String hash = ExpectedResult.md5(sorted);
    String first = hashOfLabel.putIfAbsent(label, hash);
    return first == null || first.equals(hash)
        ? Optional.empty()
        : Optional.of("the result differs from an earlier one with the label " + label);
  }

  private String difference(ExpectedResult expected, List<String> actual) {
    return "expected\n"
        + shown(expected.text().lines().toList()).indent(4)
        + "  but was\n"
        + (expected instanceof ExpectedResult.Hash ? hashed(actual) : shown(actual))
            .indent(4)
            .stripTrailing();
  }

  private String hashed(List<String> values) {
    String hash = values.size() + " values hashing to " + ExpectedResult.md5(values);
    return values.size() > hashThreshold && hashThreshold > 0
        ? hash + ": " + String.join(", ", values.subList(0, Math.min(8, values.size())))
        : hash + "\n" + shown(values);
  }

  static String shown(List<String> values) {
    if (values.isEmpty()) {
      return "no rows";
    }
    String first = String.join("\n", values.subList(0, Math.min(SHOWN_VALUES, values.size())));
    return values.size() <= SHOWN_VALUES ? first : first + "\n… (" + values.size() + " values)";
  }
}
