package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;

/** A forward walk over the rows of an arrangement in the order of their keys. */
public interface KeyedCursor extends Cursor {
  /** How the key of the row under the cursor compares with a key: negative, 0 or positive. */
  int compareKey(byte[] key);
}
