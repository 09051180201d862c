package io.millrace.engine.circuit;

import io.millrace.storage.row.RowProjection;
import io.millrace.storage.trace.Cursor;
import java.util.Optional;

/** An arrangement read from a relation: whole rows of the relation, cut to the source's columns. */
final class ServedArrangement implements ArrangementReader {
  private final ArrangementReader relation;
  private final RowProjection projection;

  private ServedArrangement(ArrangementReader relation, RowProjection projection) {
    this.relation = relation;
    this.projection = projection;
  }

  static ServedArrangement of(ServedKey served, Source source, RelationReader relation) {
    SourceColumns columns =
        new SourceColumns(source.columnIds(), relation.rowType(), relation.columnIds());
    ArrangementReader rows =
        relation
            .arrangement(columns.keyOfRelation(served.key()))
            .orElseThrow(
                () ->
                    new AssertionError(
                        "relation " + served.relationId() + " must serve " + served.key()));
    return new ServedArrangement(rows, columns.projection());
  }

  @Override
  public Cursor rows(byte[] key) {
    return new ProjectedCursor(relation.rows(key), projection);
  }

  @Override
  public Optional<KeyedCursor> from(byte[] key) {
    return relation.from(key).map(rows -> new KeyedRowCursor(rows, projection));
  }

  @Override
  public long entries() {
    return relation.entries();
  }

  private record KeyedRowCursor(KeyedCursor rows, RowProjection projection) implements KeyedCursor {
    @Override
    public boolean next() {
      return rows.next();
    }

    @Override
    public int compareKey(byte[] key) {
      return rows.compareKey(key);
    }

    @Override
    public byte[] row() {
      return projection.apply(rows.row());
    }

    @Override
    public long weight() {
      return rows.weight();
    }
  }
}
