package io.millrace.engine.expr;

import org.jspecify.annotations.Nullable;

/**
 * The values that an ordered aggregate has kept of one group, read once in their order. One thread
 * at a time.
 */
public interface OrderedValues {
  /** Moves to the next value, the first one to begin with; false behind the last. */
  boolean next();

  /**
   * Moves to the value that has the copy at a place, counted from 0; false behind the last. Not
   * back before a value that has been read.
   */
  boolean moveTo(long place);

  /** The cell of an argument of the call, by its place among them. */
  @Nullable Object cell(int argument);

  /** How many copies of the value there are; 1 where DISTINCT makes them one. */
  long copies();

  /** How many values there are in all, copies counted; only where the call counts them. */
  long size();
}
