package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;

/** Reads the rows of an arranged relation by key, at one version. One thread at a time. */
@FunctionalInterface
public interface ArrangementReader {
  /**
   * The rows with that key, whole, with their weights; in any order, and a row may come several
   * times: its weights add up. Cost: O(log n + rows).
   */
  Cursor rows(byte[] key);
}
