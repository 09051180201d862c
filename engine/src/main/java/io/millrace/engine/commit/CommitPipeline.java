package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.CatalogCodec;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.ViewMaintenance;
import io.millrace.storage.store.Lease;
import io.millrace.storage.store.LogRecord;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.store.StoreException;
import io.millrace.storage.store.StoreStatistics;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way by which a database changes: net, check, tick, log, apply, then force, publish,
 * acknowledge. Thread-safe.
 *
 * <p>Up to apply one commit runs at a time, under the lock; while its record waits for the disk the
 * next one is checked and ticked over the state that it applied, and one force covers both. So
 * there are two states: the applied one, which the next commit starts from, and the published one,
 * which readers see.
 *
 * <p>An error up to the append leaves everything as it was. An error after it stops the database:
 * what is in the log is found again at the next open.
 */
public final class CommitPipeline {
  private static final Logger LOGGER = LoggerFactory.getLogger(CommitPipeline.class);

  private final Store store;
  private final ViewMaintenance maintenance;
  private final CatalogChange catalogChange;
  private final CommitLock lock = new CommitLock();
  private final CommitLock definitions = new CommitLock();
  private final List<Tap> taps = new ArrayList<>();
  private final Object publication = new Object();
  private final LastChanges lastChanges = new LastChanges();
  private int usedIds;
  private DatabaseState applied;
  private long lastTicket;
  private volatile DatabaseState published;

  public CommitPipeline(Store store, Circuits circuits, DatabaseState initial) {
    this.store = store;
    this.maintenance = new ViewMaintenance(circuits);
    this.catalogChange = new CatalogChange(store, circuits);
    this.applied = initial;
    this.usedIds = Arrays.stream(initial.snapshot().mapIds()).max().orElse(0) + 1;
    this.published = initial;
  }

  /**
   * What a commit came to.
   *
   * @param version the version that it made, or the published one if it changed nothing
   * @param warnings what whoever committed should know
   */
  public record Committed(long version, List<String> warnings) {}

  /** The last published state. Read it under a {@link Lease}, or for its catalog alone. */
  public DatabaseState published() {
    return published;
  }

  /** What the store below has done and holds. */
  public StoreStatistics statistics() {
    return store.statistics();
  }

  /** Begins a transaction at the last published state. */
  public Transaction begin() {
    Lease lease = store.lease();
    return new Transaction(published, lease);
  }

  /**
   * Moves a transaction to the last published state, its own changes kept.
   *
   * @throws DatabaseException 40001 if they conflict with what was committed since
   */
  public void refresh(Transaction transaction) {
    DatabaseState latest = published;
    if (latest.version() != transaction.state().version() && !transaction.isReadOnly()) {
      new CommitCheck(transaction, latest).run(transaction.pending().net());
    }
    transaction.moveTo(latest);
  }

  /**
   * Commits a transaction and returns when it is as durable as the database promises. The
   * transaction stays usable after a 40001 only for being closed.
   *
   * @param serializable whether everything it read must be unchanged
   * @param cancelCheck throws 57014 if the statement is to end; not asked once the record is
   *     written
   * @throws DatabaseException 40001 if another commit came between; what a view raised; 08007 if
   *     the outcome is unknown
   */
  public Committed commit(Transaction transaction, boolean serializable, Runnable cancelCheck) {
    if (transaction.isReadOnly()) {
      return new Committed(transaction.state().version(), List.of());
    }
    Pending pending;
    lock.lock(cancelCheck);
    try {
      Map<Integer, ZSet> net = transaction.pending().net();
      check(transaction, serializable, net);
      if (net.isEmpty()) {
        return new Committed(applied.version(), List.of());
      }
      pending = write(net, cancelCheck);
    } catch (ArithmeticException e) {
      throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception("A weight", "BIGINT").causedBy(e);
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
    acknowledge(pending);
    return new Committed(pending.state().version(), pending.warnings());
  }

  /**
   * The delta interface: applies net changes of tables to a version that the caller has seen.
   *
   * @throws DatabaseException 40001 if the database is not at {@code expectedVersion}; 23503, 23505
   *     and 23514 if a delta breaks a constraint; 23000 if it deletes what is not there
   */
  public Committed apply(long expectedVersion, Map<Integer, ZSet> deltas, Runnable cancelCheck) {
    Pending pending;
    lock.lock(cancelCheck);
    try {
      if (applied.version() != expectedVersion) {
        throw ErrorCode.SERIALIZATION_FAILURE.exception(
            "the database, which is at version "
                + applied.version()
                + " and not "
                + expectedVersion
                + ",");
      }
      DeltaCheck.run(applied, deltas);
      pending = write(deltas, cancelCheck);
    } catch (ArithmeticException e) {
      throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception("A weight", "BIGINT").causedBy(e);
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
    acknowledge(pending);
    return new Committed(pending.state().version(), pending.warnings());
  }

  /**
   * Changes the catalog in a commit of its own; one change at a time. New views and indexes are
   * filled while commits go on.
   *
   * @param change from the catalog as it is now to what it shall be
   * @param progress how far the fills have come
   * @return the new state
   * @throws DatabaseException what {@code change} or a fill raises; then nothing has changed
   */
  public DatabaseState alter(CatalogFunction change, Runnable cancelCheck, Progress progress) {
    definitions.lock(cancelCheck);
    try {
      Catalog from = locked(() -> applied.catalog());
      // A map's id is never used twice, even if the first use was given up: its old pages may still
      // wait for a checkpoint to free them.
      Catalog fresh = from.reserveBelow(usedIds);
      Catalog to = change.apply(fresh);
      if (to == fresh) {
        return published;
      }
      usedIds = to.nextId();
      Pending pending = alter(from, to, cancelCheck, progress);
      acknowledge(pending);
      return pending.state();
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    } finally {
      definitions.unlock();
    }
  }

  private Pending alter(Catalog from, Catalog to, Runnable cancelCheck, Progress progress) {
    List<Creation> creations = catalogChange.creations(from, to, new LockedTarget(store, lock));
    List<Tap> opened = creations.stream().map(Creation::tap).toList();
    Lease lease = store.lease();
    try {
      DatabaseState start = locked(() -> open(opened));
      creations.forEach(creation -> creation.run(start.snapshot(), cancelCheck, progress));
      return locked(() -> finish(from, to, creations, cancelCheck));
    } catch (RuntimeException | Error e) {
      try {
        locked(() -> abandon(from, to));
      } catch (StoreException closed) {
        e.addSuppressed(closed);
      }
      throw e;
    } finally {
      locked(() -> taps.removeAll(opened));
      lease.close();
    }
  }

  private boolean abandon(Catalog from, Catalog to) {
    boolean wasFilled = catalogChange.abandon(from, to);
    if (wasFilled) {
      cutAnew();
    }
    return wasFilled;
  }

  /**
   * Cuts the state as it stands once more, without maps that are gone. Compaction moves pages, and
   * checkpoints without a commit between them would free what an older cut points to.
   */
  private void cutAnew() {
    DatabaseState old = applied;
    applied = new DatabaseState(old.catalog(), old.version(), store.cut(old.version()));
    synchronized (publication) {
      if (published.version() == old.version()) {
        published = applied;
      }
    }
  }

  private DatabaseState open(List<Tap> opened) {
    taps.addAll(opened);
    return applied;
  }

  /** The rest, under the lock: the last deliveries and the record. */
  private Pending finish(
      Catalog from, Catalog filled, List<Creation> creations, Runnable cancelCheck) {
    if (applied.catalog() != from) {
      throw ErrorCode.SERIALIZATION_FAILURE.exception("the catalog, by suspending a view,");
    }
    creations.forEach(creation -> creation.catchUp(cancelCheck));
    creations.forEach(creation -> creation.complete(cancelCheck));
    Catalog to = catalogChange.attached(from, filled);
    long version = applied.version() + 1;
    byte[] encoded = CatalogCodec.encode(to);
    long ticket = store.append(record(version, LogRecord.Kind.CATALOG, encoded));
    catalogChange.dropCopies(filled, to);
    catalogChange.finish(from, to, encoded);
    lastChanges.addSuspended(from, to, version);
    return applied(new DatabaseState(to, version, store.cut(version)), ticket, List.of());
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** A change of the catalog that may be refused. */
  @FunctionalInterface
  public interface CatalogFunction {
    /** The new catalog, or the same object if nothing is to change. */
    Catalog apply(Catalog current);
  }

  /** Waits until everything applied so far is published, as a retry must. */
  public void awaitPublished() {
    Pending latest;
    lock.lock();
    try {
      latest = new Pending(applied, lastTicket, List.of());
    } finally {
      lock.unlock();
    }
    acknowledge(latest);
  }

  /** Writes a checkpoint now and waits for it. */
  public void checkpoint() {
    lock.lock();
    try {
      cutAnew();
      store.checkpoint(applied.version());
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
    store.awaitCheckpoint();
  }

  /** Closes the store once the commit under way is applied; later ones get 08003. */
  public void close() {
    lock.lock();
    try {
      cutForTheLastCheckpoint();
      store.close();
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
  }

  /** The last cut may be one of a fill, which stands at no version. */
  private void cutForTheLastCheckpoint() {
    try {
      cutAnew();
    } catch (StoreException e) {
      // A store that failed is just let go, and one that is closed stays so.
    }
  }

  private record Pending(DatabaseState state, long ticket, List<String> warnings) {}

  private void check(Transaction transaction, boolean serializable, Map<Integer, ZSet> net) {
    if (serializable) {
      for (int relation : transaction.readRelations()) {
        if (lastChanges.isChangedSince(transaction.state(), relation)) {
          throw ErrorCode.SERIALIZATION_FAILURE.exception("a table that it read");
        }
      }
    }
    if (applied.version() != transaction.firstVersion()) {
      new CommitCheck(transaction, applied).run(net);
    }
  }

  /** Tick, log and apply. */
  private Pending write(Map<Integer, ZSet> net, Runnable cancelCheck) {
    Catalog catalog = applied.catalog();
    SuspendOnError failures = new SuspendOnError(catalog);
    ViewMaintenance.Outcome outcome =
        maintenance.tick(catalog, applied.snapshot(), net, failures, cancelCheck);
    Map<Integer, TraceChange> changes = new LinkedHashMap<>();
    net.forEach((id, delta) -> TableMaps.stage((Table) catalog.require(id), delta, changes));
    changes.putAll(outcome.changes());
    WeightCheck.run(applied.snapshot(), changes);
    cancelCheck.run();
    long version = applied.version() + 1;
    DeltaCodec.Change change = new DeltaCodec.Change(net, failures.reasons());
    long ticket = store.append(record(version, LogRecord.Kind.DELTA, DeltaCodec.encode(change)));
    changes.forEach(store::apply);
    maintenance.count(outcome);
    Catalog to = catalog.suspended(failures.reasons());
    if (to != catalog) {
      catalogChange.finish(catalog, to);
      lastChanges.addSuspended(catalog, to, version);
      failures.warnings().forEach(LOGGER::warn);
    }
    deliver(catalog, applied.snapshot(), net, outcome.viewDeltas());
    lastChanges.add(net.keySet(), version);
    lastChanges.add(outcome.viewDeltas().keySet(), version);
    return applied(new DatabaseState(to, version, store.cut(version)), ticket, failures.warnings());
  }

  private void deliver(
      Catalog catalog, Snapshot before, Map<Integer, ZSet> tables, Map<Integer, ZSet> views) {
    if (taps.isEmpty()) {
      return;
    }
    Map<Integer, RelationDelta> deltas = new HashMap<>();
    tables.forEach(
        (id, delta) -> deltas.put(id, ViewMaintenance.relationDelta(catalog, id, delta)));
    views.forEach((id, delta) -> deltas.put(id, ViewMaintenance.relationDelta(catalog, id, delta)));
    taps.forEach(tap -> tap.deliver(before, deltas));
  }

  private Pending applied(DatabaseState state, long ticket, List<String> warnings) {
    applied = state;
    lastTicket = ticket;
    if (store.checkpointDue()) {
      store.checkpoint(state.version());
    }
    return new Pending(state, ticket, warnings);
  }

  private void acknowledge(Pending pending) {
    force(pending.ticket());
    // A force covers all records before its own, so whatever is published here is durable.
    synchronized (publication) {
      if (published.version() < pending.state().version()) {
        published = pending.state();
      }
    }
  }

  private void force(long ticket) {
    try {
      store.force(ticket);
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    }
  }

  private static LogRecord record(long version, LogRecord.Kind kind, byte[] payload) {
    return new LogRecord(version, System.currentTimeMillis(), kind, payload);
  }
}
