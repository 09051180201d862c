package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.RowWeightConsumer;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * One tick of a {@link LeftMarkJoin}: finds the left rows whose mark may change and hands over
 * their marks before and after. One thread at a time.
 */
final class MarkTick {
  /** Takes left rows with their weight and mark, before and after. */
  @FunctionalInterface
  interface Marked {
    /**
     * Takes one row. If its mark did not change, the weights may both be less by the same amount:
     * then only their difference counts.
     */
    void accept(byte[] left, long before, Mark markBefore, long after, Mark markAfter);
  }

  private final MarkMatching matching;
  private final TickContext context;
  private final EvaluationFrame frame;
  private final IndexedZSet rightDelta;

  /** The right side before the tick by keys without loose NULLs, for one walk over left keys. */
  private ArrangementReader rightsByKey;

  private final MarkMatching.Rights rightsBefore;
  private final MarkMatching.Rights rightsAfter;

  /** Keys of left rows that may be affected. */
  private final NavigableSet<byte[]> keys = new TreeSet<>(RowOrder.COMPARATOR);

  /** Firm columns of left rows that may be affected whatever their loose columns are. */
  private final NavigableSet<byte[]> firmKeys = new TreeSet<>(RowOrder.COMPARATOR);

  MarkTick(MarkMatching matching, TickContext context) {
    this.matching = matching;
    this.context = context;
    this.frame = context.frame(matching.pairType());
    this.rightDelta = context.arrangementDelta(1);
    this.rightsByKey = context.arrangement(1, 0);
    this.rightsBefore = new RightsAt(false);
    this.rightsAfter = new RightsAt(true);
  }

  void run(ZSet leftDelta, Marked marked) {
    ArrangementReader before = context.arrangement(1, rightDelta.keyCount());
    for (int i = 0; i < rightDelta.keyCount(); i++) {
      rightChanged(rightDelta.key(i), rightDelta.rows(i), before);
    }
    ZSet affected = affectedLefts();
    byKey(
        affected,
        (left, weight) ->
            accept(left, weight, Math.addExact(weight, leftDelta.weight(left)), marked));
    byKey(
        leftDelta,
        (left, weight) -> {
          if (!isAffected(left)) {
            context.checkCanceled();
            Mark mark = matching.mark(left, rightsBefore, frame);
            marked.accept(left, 0, mark, weight, mark);
          } else if (affected.weight(left) == 0) {
            accept(left, 0, weight, marked);
          }
        });
  }

  /** Walks left rows in the order of the keys by which right rows are looked up. */
  private void byKey(ZSet lefts, RowWeightConsumer each) {
    IndexedZSet byKey = IndexedZSet.of(lefts, matching.leftKey());
    rightsByKey = context.arrangement(1, byKey.keyCount());
    for (int i = 0; i < byKey.keyCount(); i++) {
      byKey.rows(i).forEach(each);
    }
  }

  /** Of a row that isn't there, the mark doesn't matter and is not looked for. */
  private void accept(byte[] left, long before, long after, Marked marked) {
    context.checkCanceled();
    Mark markBefore = before == 0 ? Mark.FALSE : matching.mark(left, rightsBefore, frame);
    Mark markAfter = after == 0 ? Mark.FALSE : matching.mark(left, rightsAfter, frame);
    marked.accept(left, before, markBefore, after, markAfter);
  }

  private void rightChanged(byte[] key, ZSet change, ArrangementReader before) {
    context.checkCanceled();
    if (!matching.hasCondition() && !presenceChanged(key, change, before)) {
      return;
    }
    if (matching.hasLooseNull(key)) {
      firmKeys.add(matching.firmPart(key));
      return;
    }
    keys.add(key);
    if (matching.leftLoose()) {
      matching.unknownLeftKeys(key, keys::add);
    }
  }

  /** Without a condition a mark hangs on which right keys there are, not on how many rows. */
  private boolean presenceChanged(byte[] key, ZSet change, ArrangementReader before) {
    boolean wasThere = Presence.any(before.rows(key), row -> true);
    return wasThere != Presence.any(before.rows(key), change, row -> true);
  }

  private boolean isAffected(byte[] left) {
    byte[] key = MarkMatching.keyOf(matching.leftKey(), left);
    return keys.contains(key) || firmKeys.contains(matching.firmPart(key));
  }

  /** The left rows before the tick whose mark may change, each once. */
  private ZSet affectedLefts() {
    ZSetBuilder lefts = new ZSetBuilder();
    if (!firmKeys.isEmpty()) {
      ArrangementReader byFirm = context.arrangement(matching.leftFirmTrace(), firmKeys.size());
      firmKeys.forEach(firm -> addAll(byFirm.rows(firm), lefts));
    }
    ArrangementReader byKey = context.arrangement(0, keys.size());
    for (byte[] key : keys) {
      if (!firmKeys.contains(matching.firmPart(key))) {
        addAll(byKey.rows(key), lefts);
      }
    }
    return lefts.build();
  }

  private void addAll(Cursor rows, ZSetBuilder lefts) {
    while (rows.next()) {
      context.checkCanceled();
      lefts.add(rows.row(), rows.weight());
    }
  }

  private final class RightsAt implements MarkMatching.Rights {
    private final boolean after;

    RightsAt(boolean after) {
      this.after = after;
    }

    @Override
    public boolean any(byte[] key, Predicate<byte[]> test) {
      // Keys with NULLs are asked for between those of left rows, out of their order.
      ArrangementReader before = matching.hasLooseNull(key) ? context.arrangement(1) : rightsByKey;
      return any(1, before, key, test);
    }

    @Override
    public boolean anyFirm(byte[] firm, Predicate<byte[]> test) {
      int trace = matching.rightFirmTrace();
      return any(trace, context.arrangement(trace), firm, test);
    }

    private boolean any(int trace, ArrangementReader before, byte[] key, Predicate<byte[]> test) {
      ZSet change = after ? context.arrangementDelta(trace).forKey(key) : ZSet.EMPTY;
      return Presence.any(before.rows(key), change, test);
    }
  }
}
