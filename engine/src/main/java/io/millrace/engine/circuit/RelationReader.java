package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import java.util.List;
import java.util.Optional;

/** A table's or view's contents at one version. */
public interface RelationReader {
  /** The type of its rows. */
  RowType rowType();

  /** The stable id of each column, in the order of {@link #rowType()}. */
  List<Integer> columnIds();

  /** All rows with their weights. */
  Cursor scan();

  /** Rows by key, if the primary key or an index has exactly that key format's bytes. */
  Optional<ArrangementReader> arrangement(KeyFormat key);

  /** The number of distinct rows, from the store's counters. */
  long estimatedRows();
}
