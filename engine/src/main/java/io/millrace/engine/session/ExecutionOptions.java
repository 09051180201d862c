package io.millrace.engine.session;

/**
 * Limits of one execution.
 *
 * @param timeoutMillis after which it ends with 57014; 0 takes the session's {@code query_timeout}
 * @param maxRows how many rows are given back at most, silently; 0 means all
 */
public record ExecutionOptions(long timeoutMillis, long maxRows) {
  /** No limits. */
  public static final ExecutionOptions NONE = new ExecutionOptions(0, 0);
}
