package io.millrace.engine.session;

import io.millrace.engine.plan.Statement;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results that are text: of EXPLAIN, SHOW and VERIFY. */
final class TextRows implements RowStream {
  private final List<List<String>> rows;
  private int position = -1;

  TextRows(List<List<String>> rows) {
    this.rows = rows;
  }

  /** The lines of a text, one a row. */
  static TextRows lines(String text) {
    return new TextRows(text.lines().map(List::of).toList());
  }

  /** The columns that such a statement's rows have. */
  static List<ColumnDescription> columns(Statement statement) {
    if (statement instanceof Statement.ShowSetting show) {
      return show.name() == null ? text("name", "value") : text("value");
    }
    if (statement instanceof Statement.VerifyView) {
      return text("row", "kept", "recomputed");
    }
    return text("plan");
  }

  private static List<ColumnDescription> text(String... names) {
    List<ColumnDescription> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(ColumnDescription.of(name, ColumnType.varchar(ColumnType.UNLIMITED), null, null));
    }
    return columns;
  }

  @Override
  public boolean next() {
    return ++position < rows.size();
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.get(position).get(column);
  }

  @Override
  public void close() {
    position = rows.size();
  }
}
