package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import java.util.Optional;

/** Reads the rows of an arranged relation by key, at one version. One thread at a time. */
@FunctionalInterface
public interface ArrangementReader {
  /** Of {@link #entries()}: so many that no scan pays, since there is no order to scan in. */
  long UNORDERED = Long.MAX_VALUE;

  /**
   * The rows with that key, whole, with their weights; in any order, and a row may come several
   * times: its weights add up. Cost: O(log n + rows).
   */
  Cursor rows(byte[] key);

  /**
   * All rows from those with that key on, in key order; empty if they are not stored in that order.
   * Cost: O(log n), then O(1) per row.
   */
  default Optional<KeyedCursor> from(byte[] key) {
    return Optional.empty();
  }

  /** About how many rows a walk over all keys meets, or {@link #UNORDERED}. Cost: O(1). */
  default long entries() {
    return UNORDERED;
  }
}
