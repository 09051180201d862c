package io.millrace.engine.session;

import org.jspecify.annotations.Nullable;

/** Rows of a result, one after the other. One thread at a time. */
public interface RowStream extends AutoCloseable {
  /**
   * Moves to the next row.
   *
   * @throws io.millrace.engine.error.DatabaseException what evaluating the row raises; 57014
   */
  boolean next();

  /** The value of a column (from 0) of the current row as a plain Java value; null for NULL. */
  @Nullable Object value(int column);

  /**
   * Ends a {@link #next} that runs, or comes, with 57014; rows that are at hand already have
   * nothing to end. From any thread.
   */
  default void cancel() {}

  /** Lets go of the snapshot that the rows are read from; closing twice does nothing. */
  @Override
  void close();
}
