package io.millrace.engine.circuit;

/**
 * What one tick did, by node: rows that came in and went out, the time, and whether it looked
 * arranged rows up by key or read them by a scan. Belongs to the tick's thread until the commit
 * hands it to {@link CircuitStatistics}.
 *
 * @param refilled whether the circuit was rather run from nothing and its results compared: then
 *     only the changes of its sources and its sink are counted, and the time of all is the sink's
 */
@SuppressWarnings("ArrayRecordComponent") // written by the tick alone, then only read
public record TickCounts(
    long[] rowsIn,
    long[] rowsOut,
    long[] nanos,
    boolean[] probed,
    boolean[] scanned,
    boolean refilled) {
  /** Nothing yet, for so many nodes. */
  public static TickCounts of(int nodes, boolean refilled) {
    return new TickCounts(
        new long[nodes],
        new long[nodes],
        new long[nodes],
        new boolean[nodes],
        new boolean[nodes],
        refilled);
  }
}
