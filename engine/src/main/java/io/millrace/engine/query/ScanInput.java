package io.millrace.engine.query;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.ProjectedCursor;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.SourceColumns;
import io.millrace.engine.operator.Scan;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowProjection;
import io.millrace.storage.trace.Cursor;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Some columns of a relation: all of its rows, or those of an access path. */
final class ScanInput implements Input {
  private final Scan scan;
  private final SnapshotContext context;
  private final RelationReader relation;
  private final SourceColumns columns;
  private final @Nullable AccessPath path;
  private boolean isExpected;

  ScanInput(Scan scan, SnapshotContext context, @Nullable AccessPath path) {
    this.scan = scan;
    this.context = context;
    this.relation = context.relation(scan.relationId());
    this.columns = new SourceColumns(scan.columnIds(), relation.rowType(), relation.columnIds());
    this.path = path;
    expectScan(true);
  }

  /** Whether its rows are among those that the statement will read one by one. */
  private void expectScan(boolean expected) {
    if (expected != isExpected) {
      isExpected = expected;
      context.progress().expect(expected ? estimatedRows() : -estimatedRows());
    }
  }

  @Override
  public Cursor open() {
    expectScan(true);
    Cursor rows =
        path == null
            ? scan.evaluate(context, List.of())
            : new ProjectedCursor(new PathCursor(relation, path), columns.projection());
    return new CountedCursor(rows, context.progress());
  }

  @Override
  public Optional<ArrangementReader> arrangement(KeyFormat key) {
    RowProjection projection = columns.projection();
    Optional<ArrangementReader> rows = relation.arrangement(columns.keyOfRelation(key));
    if (rows.isPresent()) {
      expectScan(false);
    }
    return rows.map(found -> asked -> new ProjectedCursor(found.rows(asked), projection));
  }

  @Override
  public long estimatedRows() {
    long rows = relation.estimatedRows();
    return path == null ? rows : path.estimatedRows(rows);
  }

  /** The stretches of a path, one after the other. */
  private static final class PathCursor implements Cursor {
    private final RelationReader relation;
    private final AccessPath path;
    private Cursor current = Cursors.EMPTY;
    private int opened;

    PathCursor(RelationReader relation, AccessPath path) {
      this.relation = relation;
      this.path = path;
    }

    @Override
    public boolean next() {
      while (!current.next()) {
        if (opened == path.stretches().size()) {
          return false;
        }
        AccessPath.Stretch stretch = path.stretches().get(opened++);
        current = relation.range(path.index(), stretch.from(), stretch.to());
      }
      return true;
    }

    @Override
    public byte[] row() {
      return current.row();
    }

    @Override
    public long weight() {
      return current.weight();
    }
  }

  private record CountedCursor(Cursor rows, Progress progress) implements Cursor {
    @Override
    public boolean next() {
      if (!rows.next()) {
        return false;
      }
      progress.advance();
      return true;
    }

    @Override
    public byte[] row() {
      return rows.row();
    }

    @Override
    public long weight() {
      return rows.weight();
    }
  }
}
