package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import java.util.List;
import java.util.Optional;

/** A table's or view's contents at one version. */
public interface RelationReader {
  /** Stands for the primary key in {@link #range}. */
  int PRIMARY_KEY = -1;

  /**
   * Stands for the rows themselves in {@link #range}: relations without a primary key are kept in
   * the order of their columns, so the first of these are a key.
   */
  int ROWS = -2;

  /** The type of its rows. */
  RowType rowType();

  /** The stable id of each column, in the order of {@link #rowType()}. */
  List<Integer> columnIds();

  /** All rows with their weights. */
  Cursor scan();

  /** Rows by key, if the primary key or an index has exactly that key format's bytes. */
  Optional<ArrangementReader> arrangement(KeyFormat key);

  /**
   * The rows whose key in the primary key ({@link #PRIMARY_KEY}), an index (by its id) or their own
   * order ({@link #ROWS}) lies from {@code from} (inclusive) to {@code to} (exclusive), in key
   * order; length 0 is open.
   */
  default Cursor range(int index, byte[] from, byte[] to) {
    throw new AssertionError("relation without index " + index);
  }

  /** The rows of {@link #range}, the greatest key first; empty if they can't be walked so. */
  default Optional<Cursor> descending(int index, byte[] from, byte[] to) {
    return Optional.empty();
  }

  /** The number of distinct rows, from the store's counters. */
  long estimatedRows();
}
