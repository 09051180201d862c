package io.millrace.engine.circuit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a circuit's ticks did since the database was opened: those of commits, not those of fills or
 * recovery. Thread-safe. Cost: a few additions per node and tick.
 */
public final class CircuitStatistics {
  /**
   * What one node did.
   *
   * @param ticks those in which something came in or went out
   * @param probed ticks that looked arranged rows up by key
   * @param scanned ticks that read arranged rows by a scan; one tick may do both
   */
  public record Node(long ticks, long rowsIn, long rowsOut, long nanos, long probed, long scanned) {
    private static final Node NONE = new Node(0, 0, 0, 0, 0, 0);

    private Node plus(TickCounts counts, int node) {
      long in = counts.rowsIn()[node];
      long out = counts.rowsOut()[node];
      long time = counts.nanos()[node];
      return in == 0 && out == 0 && time == 0
          ? this
          : new Node(
              ticks + 1,
              rowsIn + in,
              rowsOut + out,
              nanos + time,
              probed + (counts.probed()[node] ? 1 : 0),
              scanned + (counts.scanned()[node] ? 1 : 0));
    }
  }

  /**
   * What the whole circuit did: rows of its relations in, rows of its sink out.
   *
   * @param refilled ticks for which the view was rather filled anew and compared
   */
  public record Whole(long ticks, long rowsIn, long rowsOut, long nanos, long refilled) {
    private static final Whole NONE = new Whole(0, 0, 0, 0, 0);

    private Whole plus(Whole tick) {
      return new Whole(
          ticks + tick.ticks,
          rowsIn + tick.rowsIn,
          rowsOut + tick.rowsOut,
          nanos + tick.nanos,
          refilled + tick.refilled);
    }
  }

  private final Circuit circuit;
  private final Node[] nodes;
  private Whole last = Whole.NONE;
  private Whole all = Whole.NONE;
  private @Nullable String lastError;

  public CircuitStatistics(Circuit circuit) {
    this.circuit = circuit;
    this.nodes = new Node[circuit.nodes().size()];
    Arrays.fill(nodes, Node.NONE);
  }

  /** Adds a tick whose commit went through. */
  public synchronized void add(TickCounts counts) {
    long in = 0;
    long time = 0;
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = nodes[i].plus(counts, i);
      time += counts.nanos()[i];
      if (circuit.nodes().get(i).operator() instanceof Source) {
        in += counts.rowsIn()[i];
      }
    }
    long out = counts.rowsOut()[circuit.sink()];
    last = new Whole(1, in, out, time, counts.refilled() ? 1 : 0);
    all = all.plus(last);
  }

  /** Notes that a tick failed, and so its commit. */
  public synchronized void failed(String error) {
    lastError = error;
  }

  /** One node. */
  public synchronized Node node(int id) {
    return nodes[id];
  }

  /** The whole circuit. */
  public synchronized Whole all() {
    return all;
  }

  /** The same for the last tick alone. */
  public synchronized Whole last() {
    return last;
  }

  /** What the last tick that failed said, null if none did. */
  public synchronized @Nullable String lastError() {
    return lastError;
  }
}
