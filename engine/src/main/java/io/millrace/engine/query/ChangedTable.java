package io.millrace.engine.query;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.KeyedAccess;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table at a snapshot plus the transaction's own changes. One thread at a time. */
public final class ChangedTable implements RelationReader {
  private static final byte[] OPEN = new byte[0];

  private final Table table;
  private final RowType rowType;
  private final Snapshot snapshot;
  private final StoredRelation stored;
  private final PendingChanges pending;

  public ChangedTable(Table table, Snapshot snapshot, PendingChanges pending) {
    this.table = table;
    this.rowType = table.rowType();
    this.snapshot = snapshot;
    this.stored = new StoredRelation(table, snapshot);
    this.pending = pending;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public List<Integer> columnIds() {
    return table.columnIds();
  }

  @Override
  public Cursor scan() {
    TableChanges changes = pending.changes(table.id());
    if (changes == null) {
      return stored.scan();
    }
    if (table.hasPrimaryKey()) {
      return new MergedStateCursor(snapshot.state(table.mapId()).cursor(OPEN), changes.keyed());
    }
    return new MergedCursor(snapshot.trace(table.mapId()).cursor(OPEN), changes.rows());
  }

  @Override
  public Cursor range(int index, byte[] from, byte[] to) {
    TableChanges changes = pending.changes(table.id());
    if (changes == null) {
      return stored.range(index, from, to);
    }
    if (index == PRIMARY_KEY) {
      return new MergedStateCursor(
          snapshot.state(table.mapId()).range(from, to), part(changes.keyed(), from, to));
    }
    if (index == ROWS) {
      return new MergedCursor(
          snapshot.trace(table.mapId()).range(from, to), part(changes.rows(), from, to));
    }
    int position = table.indexPosition(index);
    Index found = table.indexes().get(position);
    Cursor entries =
        new MergedCursor(
            snapshot.trace(found.mapId()).range(from, to), part(changes.index(position), from, to));
    return new EntryRows(entries, table.indexFormats().get(position));
  }

  @Override
  public Optional<Cursor> descending(int index, byte[] from, byte[] to) {
    return pending.changes(table.id()) == null
        ? stored.descending(index, from, to)
        : Optional.empty();
  }

  @Override
  public Optional<ArrangementReader> arrangement(KeyFormat key) {
    return KeyedAccess.find(table, key).map(access -> access.over(this));
  }

  @Override
  public long estimatedRows() {
    return stored.estimatedRows();
  }

  /** The row with that primary key, or null. */
  public byte @Nullable [] rowByKey(byte[] key) {
    TableChanges changes = pending.changes(table.id());
    TableChanges.KeyedRow own = changes == null ? null : changes.keyed().get(key);
    return own == null ? stored.rowByKey(key) : own.row();
  }

  /** The row that the snapshot alone has with that primary key, or null. */
  public byte @Nullable [] storedRowByKey(byte[] key) {
    return stored.rowByKey(key);
  }

  private static <V> NavigableMap<byte[], V> part(
      NavigableMap<byte[], V> map, byte[] from, byte[] to) {
    NavigableMap<byte[], V> part = from.length == 0 ? map : map.tailMap(from, true);
    return to.length == 0 ? part : part.headMap(to, false);
  }

  /** The rows of index entries. */
  private record EntryRows(Cursor entries, KeyFormat format) implements Cursor {
    @Override
    public boolean next() {
      return entries.next();
    }

    @Override
    public byte[] row() {
      return format.rowOf(entries.row());
    }

    @Override
    public long weight() {
      return entries.weight();
    }
  }
}
