package io.millrace.engine.commit;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.plan.DmlPlan;
import io.millrace.storage.row.RowCast;
import io.millrace.storage.row.RowProjection;
import io.millrace.storage.row.RowType;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a statement's query rows hold whole rows of its table, worked out once per plan. Immutable
 * and thread-safe.
 */
public final class DmlShape {
  /** A whole row of the table within a row of the query. */
  static final class Part {
    private final RowType queryType;
    private final int first;
    private final @Nullable RowProjection projection;
    private final RowCast cast;

    Part(RowType queryType, int first, RowType tableType) {
      int width = tableType.size();
      boolean whole = first == 0 && queryType.size() == width;
      this.queryType = queryType;
      this.first = first;
      this.projection =
          whole
              ? null
              : new RowProjection(queryType, IntStream.range(first, first + width).toArray());
      this.cast = new RowCast(projection == null ? queryType : projection.type(), tableType);
    }

    boolean isNull(byte[] queryRow, int column) {
      return queryType.isNull(queryRow, first + column);
    }

    /** The row in the table's own type; NOT NULL has been checked. */
    byte[] of(byte[] queryRow) {
      byte[] row = projection == null ? queryRow : projection.apply(queryRow);
      return cast.isIdentity() ? row : cast.apply(row);
    }
  }

  private final @Nullable Part oldRow;
  private final @Nullable Part newRow;

  /** The shape of a plan over its table. */
  public DmlShape(DmlPlan plan, Table table) {
    RowType queryType = plan.query().root().operator().outputType();
    RowType tableType = table.rowType();
    boolean isUpdate = plan.kind() == DmlPlan.Kind.UPDATE;
    this.oldRow = plan.kind() == DmlPlan.Kind.INSERT ? null : new Part(queryType, 0, tableType);
    this.newRow =
        plan.kind() == DmlPlan.Kind.DELETE
            ? null
            : new Part(queryType, isUpdate ? tableType.size() : 0, tableType);
  }

  /** The row that goes, or null for INSERT. */
  @Nullable Part oldRow() {
    return oldRow;
  }

  /** The row that comes, or null for DELETE. */
  @Nullable Part newRow() {
    return newRow;
  }
}
