package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.CatalogCodec;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.FillTarget;
import io.millrace.engine.view.SharedTraces;
import io.millrace.engine.view.ViewFill;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.trace.TraceChange;
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

  /**
   * What has to be filled or checked: those views, and new indexes and constraints of tables that
   * are there already; a foreign key comes after its index.
   */
  List<Creation> creations(Catalog from, Catalog to, FillTarget target) {
    List<Creation> creations = new ArrayList<>();
    viewsToFill(from, to)
        .forEach(view -> creations.add(new ViewCreation(target, circuits, view, to)));
    creations.addAll(indexCreations(from, to, target));
    creations.addAll(constraintCreations(from, to, target));
    return creations;
  }

  private static List<Creation> indexCreations(Catalog from, Catalog to, FillTarget target) {
    List<Creation> creations = new ArrayList<>();
    for (Relation relation : to.relations()) {
      Relation old = from.relation(relation.id()).orElse(null);
      // One that is filled as a whole fills its indexes, too.
      if (old != null && isKept(old) && isKept(relation) && old.mapId() == relation.mapId()) {
        relation.indexes().stream()
            .filter(index -> !old.indexes().contains(index))
            .forEach(index -> creations.add(new IndexCreation(target, relation, index)));
      }
    }
    return creations;
  }

  private static boolean isKept(Relation relation) {
    return relation instanceof Table || (relation instanceof View view && view.isMaintained());
  }

  /** A constraint that recovery finds was checked when its record was written. */
  private static List<Creation> constraintCreations(Catalog from, Catalog to, FillTarget target) {
    List<Creation> creations = new ArrayList<>();
    for (Relation relation : to.relations()) {
      if (relation instanceof Table table
          && from.relation(table.id()).orElse(null) instanceof Table old) {
        table.checks().stream()
            .filter(check -> !old.checks().contains(check))
            .forEach(check -> creations.add(new CheckCreation(table, check)));
        table.foreignKeys().stream()
            .filter(key -> !old.foreignKeys().contains(key))
            .map(key -> ForeignKeyProbe.of(to, table, key))
            .forEach(probe -> creations.add(new ForeignKeyCreation(target, probe)));
      }
    }
    return creations;
  }

  /** Fills a view from what is applied: for recovery, which has no other writer. */
  void fill(View view, Catalog catalog) {
    new ViewFill(directly(), circuits, view, catalog).run(store.cut(0), () -> {}, new Progress());
  }

  /** Fills the indexes that tables of the state get: for recovery, too. */
  void fillIndexes(DatabaseState state, Catalog to) {
    indexCreations(state.catalog(), to, directly())
        .forEach(creation -> creation.fill(state.snapshot(), () -> {}, new Progress()));
  }

  /** The catalog in which views that were just filled share what other views keep already. */
  Catalog attached(Catalog from, Catalog to) {
    SharedTraces traces = new SharedTraces(circuits);
    Catalog result = to;
    for (View view : viewsToFill(from, to)) {
      result = result.with(traces.attached(view, result));
    }
    return result;
  }

  /** Drops the maps that views were filled into and then found among those of others. */
  void dropCopies(Catalog filled, Catalog attached) {
    TreeSet<Integer> copies = new TreeSet<>(maps(filled));
    copies.removeAll(maps(attached));
    copies.forEach(store::dropMap);
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
    finish(from, to, CatalogCodec.encode(to));
  }

  /** The same, with {@code to} as it is stored. */
  void finish(Catalog from, Catalog to, byte[] encoded) {
    SortedMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    values.put(CATALOG_KEY, encoded);
    store.apply(CATALOG_MAP, new TraceChange.Put(values));
    TreeSet<Integer> gone = new TreeSet<>(maps(from));
    maps(to).forEach(gone::remove);
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
}
