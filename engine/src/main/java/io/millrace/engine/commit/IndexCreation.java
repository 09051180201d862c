package io.millrace.engine.commit;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.view.FillTarget;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.Map;
import java.util.Set;

/**
 * Fills a new index while commits go on. A unique one is refused for a key that its table held
 * twice at the snapshot or after a commit since, even if another commit took one of the two away.
 */
final class IndexCreation extends Creation {
  private static final int ROWS_PER_BATCH = 20_000;

  private final FillTarget target;
  private final Relation relation;
  private final Index index;
  private final KeyFormat format;

  /** An index of a table or a view that has no map for it yet. */
  IndexCreation(FillTarget target, Relation relation, Index index) {
    super("Filling", "index \"" + index.name() + "\"", new Tap(Set.of(relation.id())));
    this.target = target;
    this.relation = relation;
    this.index = index;
    this.format = index.keyFormat(relation.rowType());
  }

  @Override
  void fill(Snapshot source, Runnable cancelCheck, Progress progress) {
    StoredRelation rows = new StoredRelation(relation, source);
    progress.expect(rows.estimatedRows());
    Cursor cursor = rows.scan();
    ZSetBuilder batch = new ZSetBuilder();
    int size = 0;
    while (cursor.next()) {
      cancelCheck.run();
      progress.advance();
      batch.add(format.entry(cursor.row()), cursor.weight());
      if (++size == ROWS_PER_BATCH) {
        apply(batch.build());
        batch = new ZSetBuilder();
        size = 0;
      }
    }
    apply(batch.build());
    if (index.unique()) {
      requireUnique(target.cut().trace(index.mapId()).cursor(new byte[0]), cancelCheck);
    }
  }

  @Override
  void follow(Tap.Delivery delivery, Runnable cancelCheck) {
    RelationDelta delta = delivery.deltas().get(relation.id());
    if (delta == null) {
      return;
    }
    ZSet changes = Index.entries(format, delta.delta());
    apply(changes);
    if (index.unique()) {
      Trace filled = target.cut().trace(index.mapId());
      for (int i = 0; i < changes.size(); i++) {
        if (changes.weight(i) > 0) {
          requireUnique(filled.cursor(format.keyOfEntry(changes.row(i))), cancelCheck);
        }
      }
    }
  }

  private void apply(ZSet entries) {
    target.apply(Map.of(index.mapId(), new TraceChange.Add(entries)));
  }

  /** Refuses two entries with one key and no NULL in it, among those that are read. */
  private void requireUnique(Cursor entries, Runnable cancelCheck) {
    byte[] previous = new byte[0];
    while (entries.next()) {
      cancelCheck.run();
      byte[] row = format.rowOf(entries.row());
      byte[] key = format.keyOfEntry(entries.row());
      boolean hasNull =
          index.columns().stream().anyMatch(column -> relation.rowType().isNull(row, column));
      if (!hasNull && (entries.weight() > 1 || RowOrder.COMPARATOR.compare(previous, key) == 0)) {
        throw UniqueKeys.duplicate(relation, index.columns(), row);
      }
      previous = key;
    }
  }
}
