package io.millrace.engine.view;

import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.operator.OperatorCodec;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The running form of the catalog's stored circuits, made once per view. Thread-safe. */
public final class Circuits {
  private final Map<Integer, Circuit> byView = new ConcurrentHashMap<>();

  /** The circuit of an incremental view. A view never gets another: its id is never used again. */
  public Circuit of(View view) {
    return byView.computeIfAbsent(view.id(), id -> load(view));
  }

  private static Circuit load(View view) {
    View.StoredCircuit stored =
        Objects.requireNonNull(view.circuit(), "an incremental view has a circuit");
    return Circuit.fromBytes(stored.bytes(), OperatorCodec::read);
  }

  /** Lets go of a dropped view's circuit. */
  public void forget(int viewId) {
    byView.remove(viewId);
  }
}
