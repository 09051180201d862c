package io.millrace.engine.operator;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.function.Predicate;

/** Whether some row of a bag passes a test, looking at as few rows as possible. Stateless. */
final class Presence {
  private Presence() {}

  /** Whether a row of the bag passes; a bag's cursor may yield a row several times. */
  static boolean any(Cursor rows, Predicate<byte[]> test) {
    while (rows.next()) {
      if (test.test(rows.row())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a row of the bag {@code before + change} passes. Rows that the change leaves alone come
   * first and may end the search; the weights of the others are added up before any is tested, so
   * that only rows that are there are.
   */
  static boolean any(Cursor before, ZSet change, Predicate<byte[]> test) {
    if (change.isEmpty()) {
      return any(before, test);
    }
    long[] weights = new long[change.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = change.weight(i);
    }
    while (before.next()) {
      int changed = change.indexOf(before.row());
      if (changed >= 0) {
        weights[changed] = Math.addExact(weights[changed], before.weight());
      } else if (test.test(before.row())) {
        return true;
      }
    }
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0 && test.test(change.row(i))) {
        return true;
      }
    }
    return false;
  }
}
