package io.millrace.engine.query;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
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
  private final EvaluateContext context;
  private final RelationReader relation;
  private final SourceColumns columns;
  private final @Nullable AccessPath path;

  ScanInput(Scan scan, EvaluateContext context, @Nullable AccessPath path) {
    this.scan = scan;
    this.context = context;
    this.relation = context.relation(scan.relationId());
    this.columns = new SourceColumns(scan.columnIds(), relation.rowType(), relation.columnIds());
    this.path = path;
  }

  @Override
  public Cursor open() {
    if (path == null) {
      return scan.evaluate(context, List.of());
    }
    return new ProjectedCursor(new PathCursor(relation, path), columns.projection());
  }

  @Override
  public Optional<ArrangementReader> arrangement(KeyFormat key) {
    RowProjection projection = columns.projection();
    return relation
        .arrangement(columns.keyOfRelation(key))
        .map(rows -> asked -> new ProjectedCursor(rows.rows(asked), projection));
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

  private record ProjectedCursor(Cursor rows, RowProjection projection) implements Cursor {
    @Override
    public boolean next() {
      return rows.next();
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
