package io.millrace.storage.trace;

import io.millrace.storage.zset.ZSet;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What one tick changes in one trace; staged by operators, applied by the store in key order. */
public sealed interface TraceChange {
  /** Adds a Z-set of entries to a {@link Trace}; an entry whose weight becomes 0 leaves it. */
  record Add(ZSet entries) implements TraceChange {}

  /**
   * Replaces values of a {@link StateTrace}; a null value removes its key. The map is ordered by
   * unsigned bytes.
   */
  record Put(SortedMap<byte[], byte @Nullable []> values) implements TraceChange {}
}
