package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.storage.trace.Cursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks a {@link JoinPath} from the rows of its start, depth first: the output rows with the
 * products of their inputs' weights. A row may come several times.
 */
final class JoinCursor implements Cursor {
  private final List<JoinPath.Step> steps;
  private final List<ArrangementReader> probes;
  private final Runnable checkCanceled;

  /** At depth 0 the start, at depth d the matches of step d - 1. */
  private final @Nullable Cursor[] cursors;

  private final byte[][] bound;
  private final long[] weights;
  private int depth;

  /**
   * A walk.
   *
   * @param start the rows of the path's start
   * @param probes for each step, rows of its input by its key
   */
  JoinCursor(JoinPath path, Cursor start, List<ArrangementReader> probes, Runnable checkCanceled) {
    this.steps = path.steps();
    this.probes = probes;
    this.checkCanceled = checkCanceled;
    this.cursors = new @Nullable Cursor[steps.size() + 1];
    this.bound = new byte[cursors.length][];
    this.weights = new long[cursors.length];
    cursors[0] = start;
  }

  @Override
  public boolean next() {
    while (depth >= 0) {
      checkCanceled.run();
      Cursor cursor = cursors[depth];
      if (cursor == null || !cursor.next()) {
        depth--;
        continue;
      }
      bind(cursor);
      if (depth == steps.size()) {
        return true;
      }
      depth++;
      cursors[depth] = probe(depth - 1);
    }
    return false;
  }

  private void bind(Cursor cursor) {
    if (depth == 0) {
      bound[0] = cursor.row();
      weights[0] = cursor.weight();
    } else {
      bound[depth] = steps.get(depth - 1).combine().apply(bound[depth - 1], cursor.row());
      weights[depth] = Math.multiplyExact(weights[depth - 1], cursor.weight());
    }
  }

  private @Nullable Cursor probe(int step) {
    byte[] row = bound[step];
    byte[] key = steps.get(step).probeKey().key(row);
    return key == null || !steps.get(step).admits(row) ? null : probes.get(step).rows(key);
  }

  @Override
  public byte[] row() {
    return bound[steps.size()];
  }

  @Override
  public long weight() {
    return weights[steps.size()];
  }
}
