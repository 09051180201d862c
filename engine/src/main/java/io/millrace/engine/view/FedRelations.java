package io.millrace.engine.view;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The relations of a snapshot as a fill has fed them so far: whole, or empty. */
final class FedRelations {
  private final Snapshot source;
  private final Set<Integer> fed = new HashSet<>();

  FedRelations(Snapshot source) {
    this.source = source;
  }

  Snapshot source() {
    return source;
  }

  void add(int relationId) {
    fed.add(relationId);
  }

  RelationReader reader(Relation relation) {
    StoredRelation stored = new StoredRelation(relation, source);
    return fed.contains(relation.id()) ? stored : new EmptyRelation(stored);
  }

  /** A relation before any of its rows was fed. */
  private record EmptyRelation(RelationReader relation) implements RelationReader {
    @Override
    public RowType rowType() {
      return relation.rowType();
    }

    @Override
    public List<Integer> columnIds() {
      return relation.columnIds();
    }

    @Override
    public Cursor scan() {
      return Cursors.EMPTY;
    }

    @Override
    public Optional<ArrangementReader> arrangement(KeyFormat key) {
      return relation.arrangement(key).map(ignored -> anyKey -> Cursors.EMPTY);
    }

    @Override
    public long estimatedRows() {
      return 0;
    }
  }
}
