package io.millrace.engine.session;

import io.millrace.engine.circuit.Progress;

/**
 * How far a running statement has come.
 *
 * @param phase what it does now, as a person reads it
 * @param rowsDone rows done in this phase: of a query those that it has read from tables and views
 * @param rowsExpected how many the phase will have, estimated; 0 if that is unknown
 * @param elapsedMillis since the phase began
 */
public record StatementProgress(
    String phase, long rowsDone, long rowsExpected, long elapsedMillis) {
  static StatementProgress of(Progress.State state) {
    return new StatementProgress(
        state.phase(), state.rowsDone(), state.rowsExpected(), state.elapsedNanos() / 1_000_000);
  }
}
