package io.millrace.engine.circuit;

/**
 * Chooses between ways of one tick that give the same result at different costs. Immutable and
 * thread-safe.
 */
public interface TickStrategy {
  /**
   * Whether an arrangement is better read once in key order than looked up key by key.
   *
   * @param lookups how many different keys are asked for, in ascending order
   * @param entries how many rows the arrangement has, {@link ArrangementReader#UNORDERED} if it
   *     cannot be read in key order
   */
  boolean scans(long lookups, long entries);

  /**
   * Whether a view is better filled anew and compared with what it held than ticked.
   *
   * @param changed how many rows of the relations that it reads change
   * @param remaining how many rows these relations have afterwards
   * @param stored how many rows the changed relations had, with the entries of all that the view
   *     keeps: its contents and its circuit's traces
   */
  boolean refills(long changed, long remaining, long stored);
}
