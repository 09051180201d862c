package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Queries of joins against plain nested loops over cells in three-valued logic. */
final class JoinOracleTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType LEFT = RowType.of(INTEGER, INTEGER, INTEGER.notNull());
  private static final RowType RIGHT = RowType.of(INTEGER, INTEGER.notNull(), INTEGER);
  private static final List<List<JoinKey>> KEYS =
      List.of(
          List.of(),
          List.of(new JoinKey(0, 0, false)),
          List.of(new JoinKey(0, 0, true)),
          List.of(new JoinKey(2, 1, false)),
          List.of(new JoinKey(0, 0, false), new JoinKey(1, 2, false)),
          List.of(new JoinKey(2, 1, false), new JoinKey(1, 2, true), new JoinKey(0, 0, false)));

  /** What joins two rows: equalities, and perhaps that left.$1 is less than right.$2. */
  private record Pairing(List<JoinKey> keys, boolean less) {
    @Nullable Expr condition() {
      return less ? new Conditions(LEFT.concat(RIGHT)).less(1, 5) : null;
    }
  }

  /** Takes a pair of inputs and what joins them. */
  private interface Check {
    void accept(Pairing on, ZSet left, ZSet right);
  }

  private static void forRandomInputs(Check check) {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      for (List<JoinKey> keys : KEYS) {
        ZSet left = bag(LEFT, random);
        ZSet right = bag(RIGHT, random);
        Pairing on = new Pairing(keys, seed % 2 == 1);
        try {
          check.accept(on, left, right);
        } catch (Throwable e) {
          throw new AssertionError("seed " + seed + ", " + on, e);
        }
      }
    }
  }

  private static ZSet bag(RowType type, Random random) {
    RandomStream rows = new RandomStream(type, 0, random, true);
    ZSetBuilder bag = new ZSetBuilder();
    int size = random.nextInt(8);
    for (int i = 0; i < size; i++) {
      bag.add(rows.row(), 1 + random.nextInt(2));
    }
    return bag.build();
  }

  private static ZSet evaluate(Operator operator, ZSet left, ZSet right, boolean stored) {
    return CircuitRun.sum(
        operator.evaluate(
            OperatorLaws.statement(),
            List.of(
                new CircuitRun.ZSetInput(left, stored, 10),
                new CircuitRun.ZSetInput(right, stored, stored ? 1000 : 10))));
  }

  /** What the equalities together say of a pair. */
  private static Mark compare(Pairing on, byte[] left, byte[] right) {
    Mark all = Mark.TRUE;
    for (JoinKey key : on.keys()) {
      Object a = LEFT.get(left, key.leftColumn());
      Object b = RIGHT.get(right, key.rightColumn());
      if (key.nullSafe() ? !Objects.equals(a, b) : a != null && b != null && !a.equals(b)) {
        return Mark.FALSE;
      }
      if (!key.nullSafe() && (a == null || b == null)) {
        all = Mark.UNKNOWN;
      }
    }
    Object a = LEFT.get(left, 1);
    Object b = RIGHT.get(right, 2);
    if (!on.less()) {
      return all;
    }
    return a == null || b == null ? Mark.UNKNOWN : (Long) a < (Long) b ? all : Mark.FALSE;
  }

  private static Mark mark(Pairing on, byte[] left, ZSet right) {
    Mark mark = Mark.FALSE;
    for (int i = 0; i < right.size(); i++) {
      Mark pair = compare(on, left, right.row(i));
      if (pair == Mark.TRUE) {
        return pair;
      }
      mark = pair == Mark.UNKNOWN ? pair : mark;
    }
    return mark;
  }

  private static byte[] concat(RowType type, byte @Nullable [] left, byte @Nullable [] right) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.addAll(Arrays.asList(left == null ? new Object[LEFT.size()] : LEFT.decode(left)));
    cells.addAll(Arrays.asList(right == null ? new Object[RIGHT.size()] : RIGHT.decode(right)));
    return type.encode(cells.toArray());
  }

  @Test
  void joinsAreNestedLoops() {
    forRandomInputs(
        (pairing, left, right) -> {
          Pairing on = new Pairing(pairing.keys(), false);
          List<Join.Equality> equalities =
              on.keys().stream()
                  .map(k -> new Join.Equality(0, k.leftColumn(), 1, k.rightColumn(), k.nullSafe()))
                  .toList();
          Join join = new Join(List.of(LEFT, RIGHT), equalities, 0, 1, 2, 3, 4, 5);
          ZSetBuilder expected = new ZSetBuilder();
          left.forEach(
              (l, a) ->
                  right.forEach(
                      (r, b) -> {
                        if (compare(on, l, r) == Mark.TRUE) {
                          expected.add(concat(join.outputType(), l, r), a * b);
                        }
                      }));
          assertEvaluatesTo(join, left, right, expected);
        });
  }

  @Test
  void outerJoinsAreNestedLoops() {
    forRandomInputs(
        (on, left, right) -> {
          for (OuterJoin.Kind kind : OuterJoin.Kind.values()) {
            OuterJoin join = new OuterJoin(kind, LEFT, RIGHT, on.keys(), on.condition());
            RowType type = join.outputType();
            ZSetBuilder expected = new ZSetBuilder();
            left.forEach(
                (l, a) -> {
                  right.forEach(
                      (r, b) -> {
                        if (compare(on, l, r) == Mark.TRUE) {
                          expected.add(concat(type, l, r), a * b);
                        }
                      });
                  if (kind != OuterJoin.Kind.RIGHT && mark(on, l, right) != Mark.TRUE) {
                    expected.add(concat(type, l, null), a);
                  }
                });
            right.forEach(
                (r, b) -> {
                  boolean alone = left.filter(l -> compare(on, l, r) == Mark.TRUE).isEmpty();
                  if (kind != OuterJoin.Kind.LEFT && alone) {
                    expected.add(concat(type, null, r), b);
                  }
                });
            assertEvaluatesTo(join, left, right, expected);
          }
        });
  }

  @Test
  void semiAndAntiJoinsPartTheLeftRows() {
    forRandomInputs(
        (on, left, right) -> {
          ZSetBuilder semi = new ZSetBuilder();
          ZSetBuilder anti = new ZSetBuilder();
          left.forEach((l, a) -> (mark(on, l, right) == Mark.TRUE ? semi : anti).add(l, a));
          assertEvaluatesTo(
              new SemiJoin(LEFT, RIGHT, on.keys(), on.condition()), left, right, semi);
          assertEvaluatesTo(
              new AntiJoin(LEFT, RIGHT, on.keys(), on.condition()), left, right, anti);
        });
  }

  @Test
  void marksAreThreeValued() {
    forRandomInputs(
        (on, left, right) -> {
          LeftMarkJoin join = new LeftMarkJoin(LEFT, RIGHT, on.keys(), on.condition());
          ZSetBuilder expected = new ZSetBuilder();
          left.forEach(
              (l, a) -> {
                List<@Nullable Object> cells = new ArrayList<>(Arrays.asList(LEFT.decode(l)));
                Mark mark = mark(on, l, right);
                cells.add(mark == Mark.UNKNOWN ? null : (Object) (mark == Mark.TRUE));
                expected.add(join.outputType().encode(cells.toArray()), a);
              });
          assertEvaluatesTo(join, left, right, expected);
        });
  }

  private static void assertEvaluatesTo(
      Operator join, ZSet left, ZSet right, ZSetBuilder expected) {
    ZSet rows = expected.build();
    assertThat(evaluate(join, left, right, false)).isEqualTo(rows);
    assertThat(evaluate(join, left, right, true)).isEqualTo(rows);
  }
}
