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
   */
  public record Node(long ticks, long rowsIn, long rowsOut, long nanos) {
    private static final Node NONE = new Node(0, 0, 0, 0);

    private Node plus(long in, long out, long time) {
      return in == 0 && out == 0 && time == 0
          ? this
          : new Node(ticks + 1, rowsIn + in, rowsOut + out, nanos + time);
    }
  }

  private final Circuit circuit;
  private final Node[] nodes;
  private Node last = Node.NONE;
  private Node all = Node.NONE;
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
      nodes[i] = nodes[i].plus(counts.rowsIn()[i], counts.rowsOut()[i], counts.nanos()[i]);
      time += counts.nanos()[i];
      if (circuit.nodes().get(i).operator() instanceof Source) {
        in += counts.rowsIn()[i];
      }
    }
    long out = counts.rowsOut()[circuit.sink()];
    last = new Node(1, in, out, time);
    all = new Node(all.ticks() + 1, all.rowsIn() + in, all.rowsOut() + out, all.nanos() + time);
  }

  /** Notes that a tick failed, and so its commit. */
  public synchronized void failed(String error) {
    lastError = error;
  }

  /** One node. */
  public synchronized Node node(int id) {
    return nodes[id];
  }

  /** The whole circuit: rows of its relations in, rows of its sink out. */
  public synchronized Node all() {
    return all;
  }

  /** The same for the last tick alone. */
  public synchronized Node last() {
    return last;
  }

  /** What the last tick that failed said, null if none did. */
  public synchronized @Nullable String lastError() {
    return lastError;
  }
}
