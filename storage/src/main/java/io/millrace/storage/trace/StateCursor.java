package io.millrace.storage.trace;

/** A walk over the keys and values of a {@link StateTrace}. One thread at a time. */
public interface StateCursor {
  /** Moves to the next key, and returns false when there is none. */
  boolean next();

  /** The key under the cursor. It must not be changed. */
  byte[] key();

  /** The value of {@link #key()}. It must not be changed. */
  byte[] value();
}
