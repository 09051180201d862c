package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitStatistics;
import io.millrace.engine.circuit.TickCosts;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.engine.operator.OperatorCodec;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The running form of the catalog's stored circuits, made once per view, and what they did.
 * Thread-safe.
 */
public final class Circuits {
  private final Map<Integer, Circuit> byView = new ConcurrentHashMap<>();
  private final Map<Integer, CircuitStatistics> statistics = new ConcurrentHashMap<>();
  private final TickStrategy strategy;
  private volatile @Nullable SharedNodes sharedNodes;

  /** Circuits that choose the ways of their ticks by estimated cost. */
  public Circuits() {
    this(TickCosts.MEASURED);
  }

  /** Circuits whose ticks go the ways that a strategy says. */
  public Circuits(TickStrategy strategy) {
    this.strategy = strategy;
  }

  TickStrategy strategy() {
    return strategy;
  }

  /** The circuit of an incremental view. A view never gets another: its id is never used again. */
  public Circuit of(View view) {
    return byView.computeIfAbsent(view.id(), id -> load(view));
  }

  private static Circuit load(View view) {
    View.StoredCircuit stored =
        Objects.requireNonNull(view.circuit(), "an incremental view has a circuit");
    return Circuit.fromBytes(stored.bytes(), OperatorCodec::read);
  }

  /** What the circuit's ticks did since the database was opened. */
  public CircuitStatistics statistics(View view) {
    return statistics.computeIfAbsent(view.id(), id -> new CircuitStatistics(of(view)));
  }

  /** The nodes that several views of a catalog have in common. */
  SharedNodes sharedNodes(Catalog catalog) {
    SharedNodes latest = sharedNodes;
    if (latest == null || latest.catalog() != catalog) {
      latest = new SharedNodes(catalog, this);
      sharedNodes = latest;
    }
    return latest;
  }

  /** Lets go of a dropped view's circuit. */
  public void forget(int viewId) {
    byView.remove(viewId);
    statistics.remove(viewId);
  }
}
