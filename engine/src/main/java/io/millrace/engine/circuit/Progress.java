package io.millrace.engine.circuit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How far long work has come: what it does, and how many rows it has done of how many. One thread
 * works; any thread reads, and sees a loose but consistent state.
 *
 * <p>Cost: a plain store for each row.
 */
public final class Progress {
  /**
   * A reading.
   *
   * @param phase what is done, as a person reads it; empty before the first phase
   * @param rowsDone rows done in this phase
   * @param rowsExpected how many the phase will have, estimated; 0 if that is unknown
   * @param elapsedNanos since the phase began
   */
  public record State(String phase, long rowsDone, long rowsExpected, long elapsedNanos) {}

  /** One phase with its own counters, so that a reader never sees those of the one before. */
  private static final class Phase {
    private final String name;
    private final long startNanos = System.nanoTime();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong expected = new AtomicLong();

    Phase(String name) {
      this.name = name;
    }
  }

  private volatile Phase phase = new Phase("");

  /** Begins the next phase, with nothing done and nothing expected. */
  public void begin(String name) {
    phase = new Phase(name);
  }

  /** Corrects how many rows the phase will have. */
  public void expect(long rows) {
    AtomicLong expected = phase.expected;
    expected.lazySet(expected.getPlain() + rows);
  }

  /** Counts one row. */
  public void advance() {
    AtomicLong done = phase.done;
    done.lazySet(done.getPlain() + 1);
  }

  /** Where the work stands. */
  public State state() {
    Phase now = phase;
    return new State(
        now.name, now.done.get(), now.expected.get(), System.nanoTime() - now.startNanos);
  }
}
