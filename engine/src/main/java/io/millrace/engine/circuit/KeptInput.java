package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import org.jspecify.annotations.Nullable;

/**
 * An input that is walked more than once: computed at the first walk, then kept in memory. One
 * thread at a time.
 */
public final class KeptInput implements Input {
  private final Input source;
  private final EvaluateContext context;
  private @Nullable ZSet rows;

  public KeptInput(Input source, EvaluateContext context) {
    this.source = source;
    this.context = context;
  }

  @Override
  public Cursor open() {
    ZSet kept = rows;
    if (kept == null) {
      ZSetBuilder builder = new ZSetBuilder();
      Cursor cursor = source.open();
      while (cursor.next()) {
        context.checkCanceled();
        builder.add(cursor.row(), cursor.weight());
      }
      kept = builder.build();
      rows = kept;
    }
    return new ZSetCursor(kept);
  }

  @Override
  public long estimatedRows() {
    ZSet kept = rows;
    return kept == null ? source.estimatedRows() : kept.size();
  }
}
