package io.millrace.engine.session;

import io.millrace.engine.catalog.View;
import io.millrace.engine.query.SnapshotContext;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Recomputes a view and compares it with what is kept, as bags. */
final class ViewVerification {
  private ViewVerification() {}

  /** Each row that differs, with how often it is kept and how often its query yields it. */
  static List<List<String>> differences(View view, SnapshotContext context) {
    ZSet kept = read(context.relation(view.id()).scan(), context);
    ZSet recomputed = read(context.recompute(view).scan(), context);
    List<List<String>> rows = new ArrayList<>();
    kept.minus(recomputed)
        .forEach(
            (row, weight) ->
                rows.add(
                    List.of(
                        Arrays.deepToString(view.rowType().decode(row)),
                        String.valueOf(kept.weight(row)),
                        String.valueOf(recomputed.weight(row)))));
    return rows;
  }

  private static ZSet read(Cursor cursor, SnapshotContext context) {
    ZSetBuilder builder = new ZSetBuilder();
    while (cursor.next()) {
      context.checkCanceled();
      builder.add(cursor.row(), cursor.weight());
    }
    return builder.build();
  }
}
