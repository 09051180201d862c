package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.RowKey;
import io.millrace.storage.zset.ZSet;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one side of an outer join, each with its partners, or NULL-extended if it has none.
 * Lazy: one preserved row at a time.
 */
final class PreservingCursor implements Cursor {
  private final Cursor preserved;
  private final RowKey key;
  private final ArrangementReader others;
  private final Matching.Pairs pairs;
  private final BinaryOperator<byte[]> concat;
  private final UnaryOperator<byte[]> extend;
  private final Runnable checkCanceled;

  /** Candidates for the current preserved row, or null between rows. */
  private @Nullable Cursor candidates;

  private Predicate<byte[]> isPartner = row -> false;
  private boolean hasPartner;
  private byte[] row = {};
  private long weight;

  PreservingCursor(
      Cursor preserved,
      RowKey key,
      ArrangementReader others,
      Matching.Pairs pairs,
      BinaryOperator<byte[]> concat,
      UnaryOperator<byte[]> extend,
      Runnable checkCanceled) {
    this.preserved = preserved;
    this.key = key;
    this.others = others;
    this.pairs = pairs;
    this.concat = concat;
    this.extend = extend;
    this.checkCanceled = checkCanceled;
  }

  @Override
  public boolean next() {
    while (true) {
      checkCanceled.run();
      Cursor current = candidates;
      if (current == null) {
        if (!preserved.next()) {
          return false;
        }
        begin();
      } else if (!current.next()) {
        candidates = null;
        if (!hasPartner) {
          row = extend.apply(preserved.row());
          weight = preserved.weight();
          return true;
        }
      } else if (isPartner.test(current.row())) {
        hasPartner = true;
        row = concat.apply(preserved.row(), current.row());
        weight = Math.multiplyExact(preserved.weight(), current.weight());
        return true;
      }
    }
  }

  private void begin() {
    hasPartner = false;
    byte[] rowKey = key.of(preserved.row());
    isPartner = pairs.partnersOf(preserved.row());
    candidates = rowKey == null ? new ZSetCursor(ZSet.EMPTY) : others.rows(rowKey);
  }

  @Override
  public byte[] row() {
    return row;
  }

  @Override
  public long weight() {
    return weight;
  }
}
