package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import org.jspecify.annotations.Nullable;

/**
 * One trace that a circuit keeps; one store map holds it.
 *
 * @param id its place among the circuit's slots
 * @param node the node whose output it integrates, or whose state it is
 * @param key the key of an arrangement or projection, else null
 */
public record TraceSlot(int id, Kind kind, int node, @Nullable KeyFormat key) {
  /** What the slot holds. */
  public enum Kind {
    /** Key followed by row → weight. */
    ARRANGEMENT,
    /** Key → weight. */
    PROJECTION,
    /** Row → weight. */
    INTEGRAL,
    /** Key → value, written by the operator: a {@link io.millrace.storage.trace.StateTrace}. */
    STATE
  }

  /** The key, which a slot of this kind must have. */
  KeyFormat requireKey() {
    if (key == null) {
      throw new AssertionError(this + " must have a key");
    }
    return key;
  }
}
