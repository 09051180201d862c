package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.CatalogCodec;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.FillTarget;
import io.millrace.engine.view.ViewFill;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a change of the catalog means for the maps: new indexes and views are filled, the maps of
 * what was dropped go. Runs under the commit lock, and in the same way during recovery.
 */
final class CatalogChange {
  /** The map (key → bytes) in which the image keeps the catalog. */
  static final int CATALOG_MAP = 1;

  static final byte[] CATALOG_KEY = "catalog".getBytes(StandardCharsets.US_ASCII);

  private static final int ROWS_PER_BATCH = 50_000;

  private final Store store;
  private final Circuits circuits;

  CatalogChange(Store store, Circuits circuits) {
    this.store = store;
    this.circuits = circuits;
  }

  /**
   * The maintained views whose maps only {@code to} has, so views that are new or to be filled
   * again; a view comes after what it reads.
   */
  static List<View> viewsToFill(Catalog from, Catalog to) {
    Set<Integer> filled = new HashSet<>(maps(from));
    return to.maintainedViews().stream().filter(view -> !filled.contains(view.mapId())).toList();
  }

  /** Fills a view from what is applied: for recovery, which has no other writer. */
  void fill(View view, Catalog catalog) {
    new ViewFill(directly(), circuits, view, catalog).run(store.cut(0), () -> {});
  }

  /** Fills the indexes that tables of the state get. */
  void fillIndexes(DatabaseState state, Catalog to, Runnable cancelCheck) {
    for (Relation relation : to.relations()) {
      if (relation instanceof Table table
          && state.catalog().relation(table.id()).orElse(null) instanceof Table old) {
        for (Index index : table.indexes()) {
          if (!old.indexes().contains(index)) {
            fillIndex(new StoredRelation(old, state.snapshot()), table, index, cancelCheck);
          }
        }
      }
    }
  }

  /** Drops what was filled for a catalog that is not to be after all. */
  boolean abandon(Catalog from, Catalog to) {
    List<Integer> filled = new ArrayList<>(maps(to));
    filled.removeAll(maps(from));
    filled.forEach(store::dropMap);
    viewsToFill(from, to).forEach(view -> circuits.forget(view.id()));
    return !filled.isEmpty();
  }

  /** For a thread that may write to the store: recovery has no other writer. */
  private FillTarget directly() {
    return new FillTarget() {
      @Override
      public Snapshot cut() {
        return store.cut(0);
      }

      @Override
      public void apply(Map<Integer, TraceChange> changes) {
        changes.forEach(store::apply);
      }
    };
  }

  /** Writes the catalog and drops the maps that only {@code from} has. */
  void finish(Catalog from, Catalog to) {
    SortedMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    values.put(CATALOG_KEY, CatalogCodec.encode(to));
    store.apply(CATALOG_MAP, new TraceChange.Put(values));
    TreeSet<Integer> gone = new TreeSet<>(maps(from));
    gone.removeAll(maps(to));
    gone.forEach(store::dropMap);
    from.relations().stream()
        .filter(relation -> to.relation(relation.id()).isEmpty())
        .forEach(relation -> circuits.forget(relation.id()));
  }

  /** All maps that a catalog's relations use. */
  static List<Integer> maps(Catalog catalog) {
    List<Integer> maps = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation instanceof Table table) {
        maps.add(table.mapId());
        table.indexes().forEach(index -> maps.add(index.mapId()));
      } else if (relation instanceof View view) {
        maps.addAll(view.mapIds());
      }
    }
    return maps;
  }

  private void fillIndex(StoredRelation rows, Table table, Index index, Runnable cancelCheck) {
    KeyFormat format = index.keyFormat(table.rowType());
    Cursor cursor = rows.scan();
    ZSetBuilder batch = new ZSetBuilder();
    int size = 0;
    while (cursor.next()) {
      cancelCheck.run();
      batch.add(format.entry(cursor.row()), cursor.weight());
      if (++size == ROWS_PER_BATCH) {
        store.apply(index.mapId(), new TraceChange.Add(batch.build()));
        batch = new ZSetBuilder();
        size = 0;
      }
    }
    store.apply(index.mapId(), new TraceChange.Add(batch.build()));
    if (index.unique()) {
      requireUnique(table, index, format);
    }
  }

  private void requireUnique(Table table, Index index, KeyFormat format) {
    Cursor entries = store.cut(0).trace(index.mapId()).cursor(new byte[0]);
    byte[] previous = new byte[0];
    while (entries.next()) {
      byte[] row = format.rowOf(entries.row());
      byte[] key = format.keyOfEntry(entries.row());
      boolean hasNull =
          index.columns().stream().anyMatch(column -> table.rowType().isNull(row, column));
      if (!hasNull && (entries.weight() > 1 || RowOrder.COMPARATOR.compare(previous, key) == 0)) {
        throw UniqueKeys.duplicate(table, index.columns(), row);
      }
      previous = key;
    }
  }
}
