package io.millrace.engine.circuit;

import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.SortedMap;

/**
 * What one tick of a circuit yields. Nothing has been changed yet: dropping it undoes the tick.
 *
 * @param viewDelta the change of the sink's output
 * @param staged the change of each trace slot that changes, by slot
 * @param counts what each node did
 */
public record TickResult(
    ZSet viewDelta, SortedMap<Integer, TraceChange> staged, TickCounts counts) {}
