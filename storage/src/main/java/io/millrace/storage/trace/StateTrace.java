package io.millrace.storage.trace;

import org.jspecify.annotations.Nullable;

/**
 * Keyed state at one version: an ordered map from keys to values.
 *
 * <p>Holds tables with a primary key (key to row) and accumulators (group to state). Immutable.
 */
public interface StateTrace {
  /** The value of a key, or null if it is absent. Cost: O(log n). */
  byte @Nullable [] get(byte[] key);

  /** All keys that start with the prefix, in order; an empty prefix walks everything. */
  StateCursor cursor(byte[] prefix);

  /** The keys from {@code from} (inclusive) to {@code to} (exclusive); length 0 is open. */
  StateCursor range(byte[] from, byte[] to);

  /** The keys of {@link #range}, the greatest first. Cost: O(log n) to start, O(1) per key. */
  StateCursor descending(byte[] from, byte[] to);

  /** The number of keys. Cost: O(1). */
  long size();
}
