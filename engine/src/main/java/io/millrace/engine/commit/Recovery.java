package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.CatalogCodec;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.ViewMaintenance;
import io.millrace.storage.store.LogRecord;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * From the image and the tail of the log to the last acknowledged state.
 *
 * <p>The records between two changes of the catalog are netted per table and given to each circuit
 * as one tick: merged transactions end in the same view. A change of the catalog splits them, and
 * fills what it creates as it did the first time.
 *
 * <p>Tables never depend on a circuit: a view whose circuit fails is left out of the rest, with
 * what reads it, and filled again from the state at the end; see {@link Refill}.
 */
public final class Recovery {
  private final Store store;
  private final CatalogChange catalogChange;
  private final ViewMaintenance maintenance;
  private final Refill refill;
  private final Map<Integer, ZSetBuilder> pending = new LinkedHashMap<>();
  private DatabaseState state;

  private Recovery(Store store, Circuits circuits) {
    this.store = store;
    this.catalogChange = new CatalogChange(store, circuits);
    this.maintenance = new ViewMaintenance(circuits);
    Snapshot image = store.cut(store.imageVersion());
    byte[] bytes = image.state(CatalogChange.CATALOG_MAP).get(CatalogChange.CATALOG_KEY);
    Catalog catalog = bytes == null ? Catalog.EMPTY : CatalogCodec.decode(bytes);
    this.state = new DatabaseState(catalog, store.imageVersion(), image);
    this.refill = new Refill(store, catalogChange, image, () -> state.catalog());
  }

  /** Replays the log of a store that was just opened, and returns where it ends. */
  public static DatabaseState run(Store store, Circuits circuits) {
    return new Recovery(store, circuits).replay();
  }

  private DatabaseState replay() {
    dropOrphans();
    long version = state.version();
    for (LogRecord record : store.tail()) {
      version = record.version();
      switch (record.kind()) {
        case DELTA -> add(version, DeltaCodec.decode(record.payload()));
        case CATALOG -> change(version, CatalogCodec.decode(record.payload()));
        case IMAGE -> {
          // The image holds what this record speaks of: the store has seen to that.
        }
      }
    }
    apply(version);
    Catalog refilled = refill.run();
    if (refilled != state.catalog()) {
      become(refilled, version);
    }
    store.recovered(version);
    return state;
  }

  private void add(long version, DeltaCodec.Change change) {
    if (!change.suspended().isEmpty()) {
      // The change is for the views that remain, and the catalog is of one piece with it.
      apply(version - 1);
      become(state.catalog().suspended(change.suspended()), version - 1);
    }
    change
        .deltas()
        .forEach(
            (id, delta) -> pending.computeIfAbsent(id, key -> new ZSetBuilder()).addAll(delta));
  }

  private void change(long version, Catalog to) {
    apply(version - 1);
    refill.fill(CatalogChange.viewsToFill(state.catalog(), to), state.catalog(), to);
    catalogChange.fillIndexes(state, to);
    become(to, version);
  }

  private void become(Catalog to, long version) {
    catalogChange.finish(state.catalog(), to);
    state = new DatabaseState(to, version, store.cut(version));
  }

  private void apply(long version) {
    Map<Integer, ZSet> net = new LinkedHashMap<>();
    pending.forEach(
        (id, builder) -> {
          ZSet delta = builder.build();
          if (!delta.isEmpty()) {
            net.put(id, delta);
          }
        });
    pending.clear();
    Catalog catalog = state.catalog();
    Map<Integer, TraceChange> changes = new LinkedHashMap<>();
    net.forEach((id, delta) -> TableMaps.stage((Table) catalog.require(id), delta, changes));
    changes.putAll(maintenance.tick(catalog, state.snapshot(), net, refill, () -> {}).changes());
    changes.forEach(store::apply);
    state = new DatabaseState(catalog, version, store.cut(version));
  }

  /** A fill that a crash ended may have left maps that no relation names. */
  private void dropOrphans() {
    for (int mapId : state.snapshot().mapIds()) {
      if (mapId > CatalogChange.CATALOG_MAP
          && !CatalogChange.maps(state.catalog()).contains(mapId)) {
        store.dropMap(mapId);
      }
    }
  }
}
