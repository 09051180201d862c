package io.millrace.engine.commit;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.query.PendingChanges;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Lease;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A transaction: what it sees, what it has changed, and what it relies on. One thread at a time.
 *
 * <p>It relies on the keys that its statements wrote, even without a net change, and those that it
 * read FOR UPDATE: each must still hold at commit what it held when it was first touched. Where
 * tables have no primary key, the rows it deletes must still be there.
 */
public final class Transaction implements AutoCloseable {
  private final PendingChanges pending = new PendingChanges();
  private final Map<Integer, SortedMap<byte[], Optional<byte[]>>> touchedKeys = new HashMap<>();
  private final Map<Integer, SortedMap<byte[], Long>> touchedRows = new HashMap<>();
  private final Map<Integer, Table> touchedTables = new HashMap<>();
  private final Set<Integer> readRelations = new HashSet<>();
  private final Lease lease;
  private final AtomicInteger users = new AtomicInteger(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final long firstVersion;
  private DatabaseState state;

  /** Begins at a state; the lease must have been taken before the state was loaded. */
  Transaction(DatabaseState state, Lease lease) {
    this.state = state;
    this.firstVersion = state.version();
    this.lease = lease;
  }

  /** What the transaction's reads start from. */
  public DatabaseState state() {
    return state;
  }

  /** The version that it began at: everything that it relies on was read there or later. */
  long firstVersion() {
    return firstVersion;
  }

  /** Its own changes. */
  public PendingChanges pending() {
    return pending;
  }

  /**
   * Moves to a newer state, as READ COMMITTED does before each statement. The first lease covers
   * it, and the results of earlier statements that are still being read.
   */
  void moveTo(DatabaseState newState) {
    state = newState;
  }

  /** Relies on a key of a table: the row that the snapshot has there, if any. */
  void touch(Table table, byte[] key, Optional<byte[]> row) {
    touchedTables.put(table.id(), table);
    touchedKeys
        .computeIfAbsent(table.id(), id -> new TreeMap<>(RowOrder.COMPARATOR))
        .putIfAbsent(key, row);
  }

  /** Relies on that many copies of a row of a table without a primary key. */
  void touchRow(Table table, byte[] row, long copies) {
    touchedTables.put(table.id(), table);
    touchedRows
        .computeIfAbsent(table.id(), id -> new TreeMap<>(RowOrder.COMPARATOR))
        .putIfAbsent(row, copies);
  }

  /** Relies on a table's definition. */
  void touch(Table table) {
    touchedTables.put(table.id(), table);
  }

  /** Notes relations that a statement read, for SERIALIZABLE. */
  public void read(Set<Integer> relationIds) {
    readRelations.addAll(relationIds);
  }

  Map<Integer, SortedMap<byte[], Optional<byte[]>>> touchedKeys() {
    return touchedKeys;
  }

  Map<Integer, SortedMap<byte[], Long>> touchedRows() {
    return touchedRows;
  }

  Map<Integer, Table> touchedTables() {
    return touchedTables;
  }

  Set<Integer> readRelations() {
    return readRelations;
  }

  /** Whether it relies on nothing and changes nothing. */
  boolean isReadOnly() {
    return pending.isEmpty() && touchedKeys.isEmpty() && touchedRows.isEmpty();
  }

  /**
   * Keeps the snapshot for a result that is still read when the transaction ends.
   *
   * @return lets go of it; running it twice does nothing
   */
  public Runnable retain() {
    users.incrementAndGet();
    AtomicBoolean released = new AtomicBoolean();
    return () -> {
      if (released.compareAndSet(false, true)) {
        release();
      }
    };
  }

  private void release() {
    if (users.decrementAndGet() == 0) {
      lease.close();
    }
  }

  /**
   * Lets go of the snapshot, but for results that retain it; the transaction must not be used
   * afterwards. Closing twice does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release();
    }
  }
}
