package io.millrace.engine.operator;

import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one projection that rows of one group have, while a query runs: no more of them than
 * the calls ask for. One thread at a time.
 */
final class GroupValues {
  /** What calls ask for; each includes nothing of the others. */
  record Wanted(boolean first, boolean all, boolean distinct) {
    static final Wanted NOTHING = new Wanted(false, false, false);

    Wanted and(Grouping.Kept kept) {
      boolean ordered = kept.isOrdered();
      boolean readsFirst = kept.call().function().readsFirst();
      return new Wanted(
          first || (ordered && readsFirst), all || (ordered && !readsFirst), distinct || !ordered);
    }
  }

  private final @Nullable ZSetBuilder all;
  private final @Nullable Set<ByteBuffer> distinct;
  private final boolean wantsFirst;
  private byte @Nullable [] first;
  private @Nullable ZSet sorted;

  GroupValues(Wanted wanted) {
    this.wantsFirst = wanted.first();
    this.all = wanted.all() ? new ZSetBuilder() : null;
    this.distinct = wanted.distinct() ? new HashSet<>() : null;
  }

  /** Adds a key, and says whether it is a new one, for calls that count it once. */
  boolean add(byte[] key, long weight) {
    if (wantsFirst && (first == null || Arrays.compareUnsigned(key, first) < 0)) {
      first = key;
    }
    if (all != null) {
      all.add(key, weight);
    }
    return distinct != null && distinct.add(ByteBuffer.wrap(key));
  }

  /** The keys that an ordered call reads. */
  ZSet read(Grouping.Kept kept) {
    if (kept.call().function().readsFirst()) {
      return first == null ? ZSet.EMPTY : ZSet.of(first, 1);
    }
    if (sorted == null && all != null) {
      sorted = all.build();
    }
    return sorted == null ? ZSet.EMPTY : sorted;
  }
}
