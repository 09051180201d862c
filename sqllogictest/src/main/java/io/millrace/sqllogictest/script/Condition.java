package io.millrace.sqllogictest.script;

import java.util.List;

/**
 * A line {@code onlyif PRODUCT} or {@code skipif PRODUCT} before a record.
 *
 * @param only whether the record is for this product alone; else it is for all others
 */
public record Condition(boolean only, String product) {
  /** Whether all of these let a record through for a dialect, which is a product's name. */
  static boolean allHold(List<Condition> conditions, String dialect) {
    for (Condition condition : conditions) {
      if (condition.only != condition.product.equalsIgnoreCase(dialect)) {
        return false;
      }
    }
    return true;
  }
}
