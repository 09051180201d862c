package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which left rows have a partner on the right under equalities and a condition, before and after a
 * tick: what semi-, anti- and outer joins are made of (theory.md section 3).
 *
 * <p>A left row has a partner if the weight m of the right rows that match it under the WHOLE
 * condition is positive. A tick looks only at left rows in ΔL and at those whose key occurs in ΔR;
 * without a condition, m &gt; 0 is a matter of the key, and left rows outside ΔL are looked at only
 * for keys whose first right row came or whose last one went. With one, a left row outside ΔL is
 * looked at only if a row of ΔR matches it.
 *
 * <p>Both inputs must be bags before and after the tick. The condition is evaluated for pairs that
 * stand together in the old or in the new state, and for no others. Immutable and thread-safe.
 */
final class Matching {
  /** Takes left rows with their weight and whether they have a partner, before and after. */
  @FunctionalInterface
  interface Matched {
    /**
     * Takes one row. If its partners did not change, the weights may both be less by the same
     * amount: then only their difference counts.
     */
    void accept(byte[] left, long before, boolean partnerBefore, long after, boolean partnerAfter);
  }

  private final KeyFormat leftKey;
  private final KeyFormat rightKey;
  private final @Nullable Expr condition;
  private final RowConcat pair;
  private final boolean leftFirst;

  /**
   * The matching of left rows.
   *
   * @param condition over the pair's columns, or null if equal keys suffice
   * @param leftFirst whether the condition's rows have the left columns first
   */
  Matching(
      RowType left,
      RowType right,
      List<JoinKey> keys,
      @Nullable Expr condition,
      boolean leftFirst) {
    JoinKey.checkComparable(left, right, keys);
    this.leftKey = JoinKey.leftFormat(left, keys);
    this.rightKey = JoinKey.rightFormat(right, keys);
    this.condition = condition;
    this.leftFirst = leftFirst;
    this.pair = leftFirst ? new RowConcat(left, right) : new RowConcat(right, left);
  }

  /** The left input by key, then the right input by key. */
  List<TraceSpec> traces(int left, int right) {
    return List.of(
        new TraceSpec.Arrangement(left, leftKey), new TraceSpec.Arrangement(right, rightKey));
  }

  KeyFormat leftKey() {
    return leftKey;
  }

  /**
   * The right side of a query by key: looked up where it is stored and few rows ask, else hashed.
   */
  ArrangementReader arrange(EvaluateContext context, Input left, Input right) {
    return StoredLookup.arrange(context, left.estimatedRows(), right, rightKey);
  }

  /** The test whether a right row of equal key matches a left row. */
  Pairs pairs(EvaluationFrame frame) {
    return new Pairs(frame);
  }

  /** The type of the rows that the condition is evaluated over. */
  RowType pairType() {
    return pair.type();
  }

  /** Tests pairs of rows of equal keys. One thread at a time. */
  final class Pairs {
    private final EvaluationFrame frame;

    private Pairs(EvaluationFrame frame) {
      this.frame = frame;
    }

    /** The test of right rows against one left row. */
    Predicate<byte[]> partnersOf(byte[] left) {
      Expr on = condition;
      if (on == null) {
        return right -> true;
      }
      return right -> {
        byte[] row = leftFirst ? pair.apply(left, right) : pair.apply(right, left);
        return Boolean.TRUE.equals(on.evaluate(frame.at(row)));
      };
    }
  }

  /**
   * Hands over the left rows that changed, and those whose partners may have.
   *
   * @param leftDelta the change of the left input
   * @param firstTrace the index of the first of {@link #traces}
   */
  void tick(TickContext context, ZSet leftDelta, int firstTrace, Matched matched) {
    new Tick(context, firstTrace, matched).run(leftDelta);
  }

  /** One tick's view of both sides. */
  private final class Tick {
    private final TickContext context;
    private final Matched matched;
    private final int firstTrace;
    private final IndexedZSet leftDelta;
    private final IndexedZSet rightDelta;
    private final Pairs pairs;

    /** The right side before the tick, read anew by each of the two walks over keys. */
    private ArrangementReader rightBefore;

    Tick(TickContext context, int firstTrace, Matched matched) {
      this.context = context;
      this.matched = matched;
      this.firstTrace = firstTrace;
      this.leftDelta = context.arrangementDelta(firstTrace);
      this.rightDelta = context.arrangementDelta(firstTrace + 1);
      this.pairs = pairs(context.frame(pair.type()));
      this.rightBefore = context.arrangement(firstTrace + 1, leftDelta.keyCount());
    }

    void run(ZSet wholeLeftDelta) {
      for (int i = 0; i < wholeLeftDelta.size(); i++) {
        byte[] left = wholeLeftDelta.row(i);
        if (!leftKey.hasKey(left)) {
          matched.accept(left, 0, false, wholeLeftDelta.weight(i), false);
        }
      }
      for (int i = 0; i < leftDelta.keyCount(); i++) {
        byte[] key = leftDelta.key(i);
        if (rightDelta.forKey(key).isEmpty()) {
          rightUnchanged(key, leftDelta.rows(i));
        }
      }
      rightBefore = context.arrangement(firstTrace + 1, rightDelta.keyCount());
      ArrangementReader leftBefore = context.arrangement(firstTrace, rightDelta.keyCount());
      for (int i = 0; i < rightDelta.keyCount(); i++) {
        byte[] key = rightDelta.key(i);
        if (condition == null) {
          rightChanged(key, rightDelta.rows(i), leftDelta.forKey(key), leftBefore);
        } else {
          rightChangedWithCondition(key, rightDelta.rows(i), leftDelta.forKey(key), leftBefore);
        }
      }
    }

    private boolean partnerBefore(byte[] key, byte[] left) {
      return Presence.any(rightBefore.rows(key), pairs.partnersOf(left));
    }

    private boolean partnerAfter(byte[] key, ZSet change, byte[] left) {
      return Presence.any(rightBefore.rows(key), change, pairs.partnersOf(left));
    }

    private void rightUnchanged(byte[] key, ZSet lefts) {
      boolean partner = condition == null && partnerBefore(key, lefts.row(0));
      for (int i = 0; i < lefts.size(); i++) {
        context.checkCanceled();
        byte[] left = lefts.row(i);
        if (condition != null) {
          partner = partnerBefore(key, left);
        }
        matched.accept(left, 0, partner, lefts.weight(i), partner);
      }
    }

    private void rightChanged(byte[] key, ZSet change, ZSet lefts, ArrangementReader leftBefore) {
      byte[] anyLeft = {};
      boolean before = partnerBefore(key, anyLeft);
      boolean after = partnerAfter(key, change, anyLeft);
      if (before == after) {
        lefts.forEach((left, weight) -> matched.accept(left, 0, after, weight, after));
        return;
      }
      ZSet group = group(leftBefore.rows(key));
      group.forEach(
          (left, weight) ->
              matched.accept(left, weight, before, weight + lefts.weight(left), after));
      lefts.forEach(
          (left, weight) -> {
            if (group.weight(left) == 0) {
              matched.accept(left, 0, before, weight, after);
            }
          });
    }

    private void rightChangedWithCondition(
        byte[] key, ZSet change, ZSet lefts, ArrangementReader leftBefore) {
      ZSet group = group(leftBefore.rows(key));
      group.forEach(
          (left, weight) -> {
            long added = lefts.weight(left);
            if (added != 0 || touches(change, left)) {
              oneLeft(key, change, left, weight, weight + added);
            }
          });
      lefts.forEach(
          (left, weight) -> {
            if (group.weight(left) == 0) {
              oneLeft(key, change, left, 0, weight);
            }
          });
    }

    /** Whether a changed right row matches a left row that is there before and after. */
    private boolean touches(ZSet change, byte[] left) {
      context.checkCanceled();
      return Presence.any(new ZSetCursor(change), pairs.partnersOf(left));
    }

    private void oneLeft(byte[] key, ZSet change, byte[] left, long before, long after) {
      context.checkCanceled();
      boolean partnerBefore = before != 0 && partnerBefore(key, left);
      boolean partnerAfter = after != 0 && partnerAfter(key, change, left);
      matched.accept(left, before, partnerBefore, after, partnerAfter);
    }

    /** The left rows of a key before the tick, each once. */
    private ZSet group(Cursor rows) {
      ZSetBuilder group = new ZSetBuilder();
      while (rows.next()) {
        context.checkCanceled();
        group.add(rows.row(), rows.weight());
      }
      return group.build();
    }
  }
}
