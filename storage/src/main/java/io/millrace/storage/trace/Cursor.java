package io.millrace.storage.trace;

/**
 * A forward walk over rows and their weights. One thread at a time.
 *
 * <p>Before the first {@link #next()} and after it returned false, {@link #row()} and {@link
 * #weight()} mean nothing. Rows come at most once per cursor where the source is consolidated, as
 * traces are; a cursor of a query may yield one row several times.
 */
public interface Cursor {
  /** Moves to the next row, and returns false when there is none. */
  boolean next();

  /** The row (or entry, or key) under the cursor. It must not be changed. */
  byte[] row();

  /** The weight of {@link #row()}; never zero. */
  long weight();
}
