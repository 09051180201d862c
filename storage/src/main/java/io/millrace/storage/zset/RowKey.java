package io.millrace.storage.zset;

import org.jspecify.annotations.Nullable;

/** Says under which key an {@link IndexedZSet} keeps a row. */
@FunctionalInterface
public interface RowKey {
  /** The key of the row, null if the row is to be left out. */
  byte @Nullable [] of(byte[] row);
}
