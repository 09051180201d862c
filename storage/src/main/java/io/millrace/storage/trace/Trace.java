package io.millrace.storage.trace;

/**
 * A Z-set at one version, kept for lookup: an ordered map from entries to nonzero weights.
 *
 * <p>An entry is a row (tables without a primary key, view contents, DISTINCT) or a key followed by
 * a row (arrangements, secondary indexes); since encoded keys are prefix-free, the rows of one key
 * are the entries with that prefix. Immutable: it stands at one version for ever.
 */
public interface Trace {
  /** The weight of an entry, 0 if it is absent. Cost: O(log n). */
  long weight(byte[] entry);

  /** All entries that start with the prefix, in order; an empty prefix walks everything. */
  Cursor cursor(byte[] prefix);

  /**
   * The entries from {@code from} (inclusive) to {@code to} (exclusive), in order; a bound of
   * length 0 is open.
   */
  Cursor range(byte[] from, byte[] to);

  /** The entries of {@link #range}, the greatest first. */
  Cursor descending(byte[] from, byte[] to);

  /** The number of distinct entries. Cost: O(1). */
  long size();
}
