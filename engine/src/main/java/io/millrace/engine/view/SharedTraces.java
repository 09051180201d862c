package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which traces of views hold the same and so need to be kept but once, in a map that all these
 * views name: the integral or the state of equal nodes, and the contents of a view that another one
 * would keep as an integral. Keeps nothing.
 *
 * <p>A view is always filled into maps of its own, which no commit knows of; it is attached to the
 * maps of others in the moment in which it stands where they stand.
 */
public final class SharedTraces {
  private final Circuits circuits;

  public SharedTraces(Circuits circuits) {
    this.circuits = circuits;
  }

  /** A filled view with other views' maps in the place of those of its own that hold the same. */
  public View attached(View view, Catalog catalog) {
    Map<Fingerprint, Integer> maps = new HashMap<>();
    for (View other : catalog.maintainedViews()) {
      if (other.id() != view.id()) {
        addMaps(other, maps);
      }
    }
    Circuit circuit = circuits.of(view);
    List<Integer> traces = new ArrayList<>();
    for (int slot = 0; slot < circuit.slots().size(); slot++) {
      int own = StoredTick.mapId(view, slot);
      traces.add(maps.getOrDefault(circuit.fingerprints().slot(slot), own));
    }
    return view.keptIn(traces);
  }

  private void addMaps(View view, Map<Fingerprint, Integer> maps) {
    Circuit circuit = circuits.of(view);
    for (int slot = 0; slot < circuit.slots().size(); slot++) {
      maps.putIfAbsent(circuit.fingerprints().slot(slot), StoredTick.mapId(view, slot));
    }
    maps.putIfAbsent(circuit.fingerprints().output(), view.mapId());
  }

  /**
   * A view that names maps of others, with new maps in their place, to be filled.
   *
   * @param ofOthers the maps that others have filled
   * @param firstMapId the first of the ids that new maps may take
   */
  public static View detached(View view, Set<Integer> ofOthers, int firstMapId) {
    int next = firstMapId;
    List<Integer> traces = new ArrayList<>();
    for (int map : view.traceMapIds()) {
      traces.add(ofOthers.contains(map) ? next++ : map);
    }
    return view.keptIn(traces);
  }
}
