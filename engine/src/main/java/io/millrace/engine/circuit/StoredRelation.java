package io.millrace.engine.circuit;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table or view as a snapshot holds it. One thread at a time. */
public final class StoredRelation implements RelationReader {
  private static final byte[] OPEN = new byte[0];

  private final Relation relation;
  private final RowType rowType;
  private final Snapshot snapshot;

  public StoredRelation(Relation relation, Snapshot snapshot) {
    this.relation = relation;
    this.rowType = relation.rowType();
    this.snapshot = snapshot;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public List<Integer> columnIds() {
    return relation.columnIds();
  }

  @Override
  public Cursor scan() {
    if (isKeyed()) {
      return values(snapshot.state(relation.mapId()).cursor(OPEN));
    }
    return snapshot.trace(relation.mapId()).cursor(OPEN);
  }

  @Override
  public Cursor range(int index, byte[] from, byte[] to) {
    if (index == PRIMARY_KEY) {
      return values(snapshot.state(relation.mapId()).range(from, to));
    }
    if (index == ROWS) {
      return snapshot.trace(relation.mapId()).range(from, to);
    }
    int position = relation.indexPosition(index);
    return rowsOf(
        snapshot.trace(relation.indexes().get(position).mapId()).range(from, to),
        relation.indexFormats().get(position));
  }

  @Override
  public Optional<Cursor> descending(int index, byte[] from, byte[] to) {
    if (index == PRIMARY_KEY) {
      return Optional.of(values(snapshot.state(relation.mapId()).descending(from, to)));
    }
    if (index == ROWS) {
      return Optional.of(snapshot.trace(relation.mapId()).descending(from, to));
    }
    int position = relation.indexPosition(index);
    Cursor entries = snapshot.trace(relation.indexes().get(position).mapId()).descending(from, to);
    return Optional.of(rowsOf(entries, relation.indexFormats().get(position)));
  }

  @Override
  public Optional<ArrangementReader> arrangement(KeyFormat key) {
    return KeyedAccess.find(relation, key).map(access -> access.over(this));
  }

  @Override
  public long estimatedRows() {
    return isKeyed()
        ? snapshot.state(relation.mapId()).size()
        : snapshot.trace(relation.mapId()).size();
  }

  /** The row with that primary key, or null. */
  public byte @Nullable [] rowByKey(byte[] key) {
    return snapshot.state(relation.mapId()).get(key);
  }

  /** The weight of a row of a relation without a primary key. */
  public long weight(byte[] row) {
    return snapshot.trace(relation.mapId()).weight(row);
  }

  private boolean isKeyed() {
    return relation instanceof Table table && table.hasPrimaryKey();
  }

  private static Cursor values(StateCursor states) {
    return new Cursor() {
      @Override
      public boolean next() {
        return states.next();
      }

      @Override
      public byte[] row() {
        return states.value();
      }

      @Override
      public long weight() {
        return 1;
      }
    };
  }

  private static Cursor rowsOf(Cursor entries, KeyFormat format) {
    return new Cursor() {
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
    };
  }
}
