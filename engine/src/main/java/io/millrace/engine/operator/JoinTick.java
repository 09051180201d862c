package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Walks a {@link JoinPath} from a delta, step by step: the rows bound so far are brought into the
 * order of the next key, so that each key is asked for once, and in ascending order. One thread at
 * a time.
 *
 * <p>Between steps at most {@link #BATCH} rows and the partners of one key are held, so memory
 * follows the delta and the output, not the joins in between.
 */
final class JoinTick {
  /** How many bound rows go to the next step together. */
  static final int BATCH = 1 << 16;

  /** Rows of an input by its key, for so many keys in ascending order. */
  interface Probes extends LongFunction<ArrangementReader> {}

  private final List<JoinPath.Step> steps;
  private final List<Probes> probes;
  private final ZSetBuilder output;
  private final Runnable checkCanceled;

  /**
   * A walk.
   *
   * @param probes for each step, rows of its input by its key
   * @param output takes the rows with the products of their inputs' weights
   */
  JoinTick(JoinPath path, List<Probes> probes, ZSetBuilder output, Runnable checkCanceled) {
    this.steps = path.steps();
    this.probes = probes;
    this.output = output;
    this.checkCanceled = checkCanceled;
  }

  void run(ZSet start) {
    bind(0, start);
  }

  private void bind(int at, ZSet bound) {
    JoinPath.Step step = steps.get(at);
    boolean last = at == steps.size() - 1;
    // The checks are between columns of the bound row, so a row fails them with every partner.
    ZSet admitted = step.checks().isEmpty() ? bound : bound.filter(step::admits);
    KeyFormat key = step.probeKey();
    IndexedZSet byKey = IndexedZSet.of(admitted, key);
    ArrangementReader partners = probes.get(at).apply(byKey.keyCount());
    ZSetBuilder next = last ? output : new ZSetBuilder();
    int pending = 0;
    for (int i = 0; i < byKey.keyCount(); i++) {
      ZSet rows = byKey.rows(i);
      Cursor partner = partners.rows(byKey.key(i));
      while (partner.next()) {
        combine(step.combine(), rows, partner, next);
        pending += rows.size();
        if (!last && pending >= BATCH) {
          bind(at + 1, next.build());
          pending = 0;
        }
      }
    }
    if (!last && pending > 0) {
      bind(at + 1, next.build());
    }
  }

  private void combine(RowConcat combine, ZSet rows, Cursor partner, ZSetBuilder into) {
    byte[] row = partner.row();
    for (int i = 0; i < rows.size(); i++) {
      checkCanceled.run();
      into.add(
          combine.apply(rows.row(i), row), Math.multiplyExact(rows.weight(i), partner.weight()));
    }
  }
}
