package io.millrace.engine.query;

import io.millrace.engine.circuit.Progress;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;

/**
 * The end that somebody may put to a running statement: by cancel, by time-out, by closing its
 * connection. Thread-safe.
 */
public final class Cancellation {
  private static final int CHECKS_PER_CLOCK_READING = 16;

  private final long startNanos = System.nanoTime();
  private final long timeoutNanos;
  private final Progress progress = new Progress();
  private volatile boolean canceled;
  private int checks;

  /** A statement that may run for that long; 0 means for ever. */
  public Cancellation(long timeoutMillis) {
    this.timeoutNanos = timeoutMillis * 1_000_000;
  }

  /** How far the statement has come. */
  public Progress progress() {
    return progress;
  }

  /** Asks the statement to end; from any thread. */
  public void cancel() {
    canceled = true;
  }

  /**
   * Ends the statement if it was asked to; called in every loop by the statement's own thread.
   *
   * @throws DatabaseException 57014
   */
  public void check() {
    if (canceled) {
      throw ErrorCode.QUERY_CANCELED.exception("on request");
    }
    if (timeoutNanos > 0
        && ++checks % CHECKS_PER_CLOCK_READING == 0
        && System.nanoTime() - startNanos > timeoutNanos) {
      throw ErrorCode.QUERY_CANCELED.exception(
          "after its time limit of " + timeoutNanos / 1_000_000 + " ms");
    }
  }
}
