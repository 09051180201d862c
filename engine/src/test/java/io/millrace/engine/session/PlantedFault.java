package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.CatalogCodec;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.engine.operator.OperatorCodec;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Store;
import io.millrace.storage.store.StoreOptions;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A database whose image holds a fault that the log behind it must meet: an image is taken while
 * the database is closed, damaged, and put in place of the one of a later crash copy.
 */
final class PlantedFault {
  private static final int CATALOG_MAP = 1;
  private static final byte[] CATALOG_KEY = "catalog".getBytes(StandardCharsets.US_ASCII);

  private final Path image;
  private final Store store;
  private final long version;
  private Catalog catalog;

  private PlantedFault(Path image, Store store) {
    this.image = image;
    this.store = store;
    this.version = store.imageVersion();
    store.recovered(version);
    byte[] bytes = store.cut(version).state(CATALOG_MAP).get(CATALOG_KEY);
    this.catalog = CatalogCodec.decode(Objects.requireNonNull(bytes));
  }

  /** A fault to be for a closed database; the folder must not exist yet. */
  static PlantedFault of(Path closed, Path folder) {
    Path copy = CrashCopy.of(closed, folder);
    return new PlantedFault(copy.resolve("image"), Store.open(copy, StoreOptions.defaults()));
  }

  private View view(String name) {
    return (View) catalog.relation(new QualifiedName("public", name)).orElseThrow();
  }

  /** Empties every value that a view's operators keep, so that none of them can be read. */
  PlantedFault inStateOf(String name) {
    View.StoredCircuit stored = Objects.requireNonNull(view(name).circuit());
    for (TraceSlot slot : Circuit.fromBytes(stored.bytes(), OperatorCodec::read).slots()) {
      if (slot.kind() == TraceSlot.Kind.STATE) {
        int mapId = stored.traceMapIds().get(slot.id());
        TreeMap<byte[], byte[]> values = new TreeMap<>(RowOrder.COMPARATOR);
        StateCursor entries = store.cut(version).state(mapId).cursor(new byte[0]);
        while (entries.next()) {
          values.put(entries.key(), new byte[0]);
        }
        store.apply(mapId, new TraceChange.Put(values));
      }
    }
    return this;
  }

  /** Takes the rows of a view away, so that it cannot stay a bag when one of them goes. */
  PlantedFault inRowsOf(String name) {
    store.dropMap(view(name).mapId());
    return this;
  }

  /** Gives a view other bytes for its circuit. */
  PlantedFault inCircuitOf(String name, byte[] bytes) {
    View view = view(name);
    List<Integer> traces = Objects.requireNonNull(view.circuit()).traceMapIds();
    catalog =
        catalog.with(
            new View(
                view.id(),
                view.name(),
                view.columns(),
                view.kind(),
                view.sql(),
                view.defaultSchema(),
                view.dependencies(),
                new View.StoredCircuit(bytes, traces, 0),
                view.mapId(),
                view.onError(),
                view.suspension()));
    TreeMap<byte[], byte[]> values = new TreeMap<>(RowOrder.COMPARATOR);
    values.put(CATALOG_KEY, CatalogCodec.encode(catalog));
    store.apply(CATALOG_MAP, new TraceChange.Put(values));
    return this;
  }

  /** The bytes of a view's circuit. */
  byte[] circuitOf(String name) {
    return Objects.requireNonNull(view(name).circuit()).bytes();
  }

  /** Writes the faulty image, and puts it in place of a crash copy's. */
  void plant(Path copy) {
    store.cut(version);
    store.close();
    try {
      Files.copy(image, copy.resolve("image"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
