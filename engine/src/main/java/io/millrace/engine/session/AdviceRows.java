package io.millrace.engine.session;

import io.millrace.engine.plan.rewrite.Advice;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of ADVISE VIEWS: a view a row, then queries without one. */
final class AdviceRows implements RowStream {
  private static final ColumnType TEXT =
      ColumnType.varchar(ColumnType.UNLIMITED).withNullable(true);
  private static final ColumnType NUMBER = ColumnType.of(CellType.BIGINT).withNullable(true);

  static final List<ColumnDescription> COLUMNS =
      List.of(
          column("statement", TEXT),
          column("queries", NUMBER),
          column("reads_before", NUMBER),
          column("reads_after", NUMBER),
          column("rows_per_write", NUMBER),
          column("size", NUMBER),
          column("note", TEXT));

  private final List<Advice> advice;
  private int position = -1;

  AdviceRows(List<Advice> advice) {
    this.advice = advice;
  }

  private static ColumnDescription column(String name, ColumnType type) {
    return ColumnDescription.of(name, type, null, null);
  }

  @Override
  public boolean next() {
    return ++position < advice.size();
  }

  @Override
  public @Nullable Object value(int column) {
    Advice row = advice.get(position);
    if (row.statement() == null && column < COLUMNS.size() - 1) {
      return null;
    }
    return switch (column) {
      case 0 -> row.statement();
      case 1 -> row.queries();
      case 2 -> row.readsBefore();
      case 3 -> row.readsAfter();
      case 4 -> row.rowsPerWrite();
      case 5 -> row.size();
      default -> row.note().isEmpty() ? null : row.note();
    };
  }

  @Override
  public void close() {
    position = advice.size();
  }
}
