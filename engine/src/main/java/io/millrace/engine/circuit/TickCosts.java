package io.millrace.engine.circuit;

/**
 * The choice by estimated cost, and its constants: all in steps of a walk over stored rows.
 *
 * <p>Of a map of 10⁴, 10⁵ and 10⁶ entries a descent to a key, keys ascending, took, beside other
 * work on the machine ({@code LookupBenchmark} measures it again), 0.2–1.4, 0.5–0.8 and 4–7 µs, a
 * step 39–51, 26–27 and 82–176 ns: a descent costs 5 to 28, 20 to 28 and 35 to 60 steps. It is
 * taken for 16, near the lower end: a scan that was chosen wrongly costs little more than the
 * descents would have.
 *
 * <p>A row that a tick takes in costs some 0.4 to 1 µs in joins and aggregates, more in windows, as
 * the times of whole ticks show ({@code BulkTickBenchmark} has such ticks): at least 10 steps, as a
 * row that a fill takes in. A refill is to win clearly and is not tried for ticks that take about a
 * millisecond.
 *
 * @param descent what it costs to find the first row of a key
 * @param row what it costs to take in one row of a relation
 * @param advantage how many times cheaper than a tick a refill must seem
 * @param leastChange how many rows must change for a refill to be tried
 */
public record TickCosts(long descent, long row, long advantage, long leastChange)
    implements TickStrategy {
  /** The costs as measured. */
  public static final TickCosts MEASURED = new TickCosts(16, 10, 2, 1000);

  /** A scan begins with a descent, so a single lookup never scans. */
  @Override
  public boolean scans(long lookups, long entries) {
    return entries < (double) (lookups - 1) * descent;
  }

  @Override
  public boolean refills(long changed, long remaining, long stored) {
    return changed >= leastChange
        && (double) row * changed > (double) advantage * ((double) row * remaining + stored);
  }
}
