package io.millrace.engine.view;

import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.TraceChange;
import java.util.Map;

/** Where a fill writes: the maps of a view that nobody reads yet. */
public interface FillTarget {
  /** The maps as they stand now. */
  Snapshot cut();

  /** Applies what a tick staged, by map id. */
  void apply(Map<Integer, TraceChange> changes);
}
