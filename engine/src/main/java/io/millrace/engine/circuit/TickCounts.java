package io.millrace.engine.circuit;

/**
 * What one tick did, by node: rows that came in and went out, and the time. Belongs to the tick's
 * thread until the commit hands it to {@link CircuitStatistics}.
 */
@SuppressWarnings("ArrayRecordComponent") // written by the tick alone, then only read
public record TickCounts(long[] rowsIn, long[] rowsOut, long[] nanos) {
  static TickCounts of(int nodes) {
    return new TickCounts(new long[nodes], new long[nodes], new long[nodes]);
  }
}
