package io.millrace.engine.session;

import io.millrace.engine.plan.QueryPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that were all read already. One thread at a time. */
final class BufferedRows implements RowStream {
  private final List<@Nullable Object[]> rows;
  private int position = -1;

  private BufferedRows(List<@Nullable Object[]> rows) {
    this.rows = rows;
  }

  /** Reads a stream to its end and closes it. */
  static BufferedRows of(RowStream stream, QueryPlan plan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (stream) {
      while (stream.next()) {
        @Nullable Object[] row = new @Nullable Object[plan.visibleColumns()];
        for (int i = 0; i < row.length; i++) {
          row[i] = stream.value(i);
        }
        rows.add(row);
      }
    }
    return new BufferedRows(rows);
  }

  @Override
  public boolean next() {
    return ++position < rows.size();
  }

  @Override
  public @Nullable Object value(int column) {
    return rows.get(position)[column];
  }

  @Override
  public void close() {
    position = rows.size();
  }
}
