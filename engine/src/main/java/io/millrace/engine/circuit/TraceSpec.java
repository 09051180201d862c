package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;

/** A trace that an operator's incremental form reads. */
public sealed interface TraceSpec {
  /**
   * The integral of an input, arranged by a key: read as key → rows. The circuit keeps it, and may
   * serve it from a table's primary key or an index instead of a copy.
   */
  record Arrangement(int input, KeyFormat key) implements TraceSpec {}

  /**
   * The integral of an input projected to the key's columns: entry → weight, ordered by the key.
   * Rows without a key (an untagged key column is NULL) are left out. The circuit keeps it.
   */
  record Projection(int input, KeyFormat key) implements TraceSpec {}

  /** The integral of an input: row → weight. The circuit keeps it. */
  record Integral(int input) implements TraceSpec {}

  /** Keyed state that the operator itself keeps by staging puts. */
  record State() implements TraceSpec {}
}
