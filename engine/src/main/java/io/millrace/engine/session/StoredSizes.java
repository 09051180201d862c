package io.millrace.engine.session;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import java.util.List;

/**
 * How much the maps of a snapshot hold. Entries are exact and come from counters; bytes are those
 * of entries without the pages around them, reckoned from the first few. Cost: O(1) per map.
 */
record StoredSizes(Snapshot snapshot) {
  private static final int SAMPLE = 64;
  private static final byte[] ALL = {};

  /** What one map holds. */
  record Size(long entries, long bytes) {
    static final Size NONE = new Size(0, 0);

    Size plus(Size other) {
      return new Size(entries + other.entries, bytes + other.bytes);
    }

    private static Size of(long entries, long sampled, long sampledBytes) {
      return new Size(
          entries, sampled == 0 ? 0 : Math.round((double) entries * sampledBytes / sampled));
    }
  }

  /** The contents of a table or incremental view. */
  Size of(Relation relation) {
    if (relation.mapId() < 0) {
      return Size.NONE;
    }
    return relation instanceof Table table && table.hasPrimaryKey()
        ? states(relation.mapId())
        : weights(relation.mapId());
  }

  Size of(Index index) {
    return weights(index.mapId());
  }

  /** One trace of a view's circuit. */
  Size of(View view, TraceSlot slot) {
    View.StoredCircuit circuit = view.circuit();
    List<Integer> maps = circuit == null ? List.of() : circuit.traceMapIds();
    int mapId = maps.get(slot.id());
    return slot.kind() == TraceSlot.Kind.STATE ? states(mapId) : weights(mapId);
  }

  private Size weights(int mapId) {
    Cursor cursor = snapshot.trace(mapId).cursor(ALL);
    long sampled = 0;
    long bytes = 0;
    while (sampled < SAMPLE && cursor.next()) {
      sampled++;
      bytes += cursor.row().length + Long.BYTES;
    }
    return Size.of(snapshot.trace(mapId).size(), sampled, bytes);
  }

  private Size states(int mapId) {
    StateCursor cursor = snapshot.state(mapId).cursor(ALL);
    long sampled = 0;
    long bytes = 0;
    while (sampled < SAMPLE && cursor.next()) {
      sampled++;
      bytes += cursor.key().length + cursor.value().length;
    }
    return Size.of(snapshot.state(mapId).size(), sampled, bytes);
  }
}
