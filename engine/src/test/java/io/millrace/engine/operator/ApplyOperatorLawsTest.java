package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ApplyOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType LEFT = RowType.of(INTEGER, INTEGER, ColumnType.varchar(5).notNull());
  private static final RowType RIGHT = RowType.of(INTEGER, INTEGER.notNull());
  private static final int FIRST = 3;

  private static final Expr ARGUMENT = Exprs.parameter(FIRST, INTEGER);

  private static Expr isArgument(ComparisonOperator operator) {
    return Exprs.compare(operator, new Conditions(RIGHT).column(0), ARGUMENT);
  }

  /** The rows of the given relation for which the condition on the argument is TRUE. */
  private static Circuit filtered(Expr condition) {
    CircuitBuilder plan = new CircuitBuilder();
    int given = plan.add(new Given(0, RIGHT));
    return plan.build(plan.add(new Filter(RIGHT, condition), given), ServedKeys.NONE);
  }

  /** How many these are. */
  private static Circuit counted(Expr condition) {
    AggregateCall count =
        new AggregateCall(
            AggregateFunction.COUNT,
            AggregateCall.NO_ARGUMENT,
            false,
            ColumnType.of(CellType.BIGINT));
    CircuitBuilder plan = new CircuitBuilder();
    int given = plan.add(new Given(0, RIGHT));
    int filter = plan.add(new Filter(RIGHT, condition), given);
    int sink = plan.add(new ScalarAggregate(RIGHT, List.of(count)), filter);
    return plan.build(sink, ServedKeys.NONE);
  }

  private static Apply apply(Apply.Kind kind, Circuit plan, @Nullable Expr condition) {
    Expr argument = new Conditions(LEFT).column(0);
    return new Apply(kind, LEFT, List.of(argument), FIRST, plan, condition);
  }

  @ParameterizedTest
  @EnumSource
  void overRowsFoundByKey(Apply.Kind kind) {
    Circuit plan = filtered(isArgument(ComparisonOperator.EQUAL));
    new OperatorLaws(apply(kind, plan, null), LEFT, RIGHT).check();
  }

  @ParameterizedTest
  @EnumSource
  void overRowsFoundByWalking(Apply.Kind kind) {
    Circuit plan = filtered(isArgument(ComparisonOperator.LESS));
    new OperatorLaws(apply(kind, plan, null), LEFT, RIGHT).check();
  }

  @ParameterizedTest
  @EnumSource
  void withAConditionThatCanBeUnknown(Apply.Kind kind) {
    Circuit plan = filtered(isArgument(ComparisonOperator.NOT_EQUAL));
    Expr on = new Conditions(LEFT.concat(RIGHT)).less(1, 3);
    new OperatorLaws(apply(kind, plan, on), LEFT, RIGHT).check();
  }

  @Test
  void anAggregateHasARowForEachLeftRow() {
    Circuit plan = counted(isArgument(ComparisonOperator.EQUAL));
    new OperatorLaws(apply(Apply.Kind.INNER, plan, null), LEFT, RIGHT).check();
  }

  @Test
  void ofARelationWithItself() {
    Circuit plan = filtered(isArgument(ComparisonOperator.LESS));
    Expr argument = new Conditions(RIGHT).column(0);
    Apply apply = new Apply(Apply.Kind.LEFT, RIGHT, List.of(argument), FIRST, plan, null);
    OperatorLaws.selfJoin(apply, 2, RIGHT).check();
  }

  @Test
  void anApplyInsideAnApply() {
    CircuitBuilder plan = new CircuitBuilder();
    int given = plan.add(new Given(0, RIGHT));
    Expr outer = isArgument(ComparisonOperator.LESS);
    int lefts = plan.add(new Filter(RIGHT, outer), given);
    Expr inner =
        Exprs.compare(
            ComparisonOperator.LESS,
            new Conditions(RIGHT).column(1),
            Exprs.parameter(FIRST + 1, INTEGER.notNull()));
    Expr both = Exprs.and(List.of(inner, outer));
    Expr argument = new Conditions(RIGHT).column(1);
    Apply nested =
        new Apply(Apply.Kind.ANTI, RIGHT, List.of(argument), FIRST + 1, filtered(both), null);
    Circuit circuit = plan.build(plan.add(nested, lefts, given), ServedKeys.NONE);
    new OperatorLaws(apply(Apply.Kind.LEFT, circuit, null), LEFT, RIGHT).check();
  }

  @Test
  void overTwoRelations() {
    CircuitBuilder plan = new CircuitBuilder();
    int first = plan.add(new Given(0, RIGHT));
    int second = plan.add(new Given(1, RIGHT));
    int less = plan.add(new Filter(RIGHT, isArgument(ComparisonOperator.LESS)), first);
    int equal = plan.add(new Filter(RIGHT, isArgument(ComparisonOperator.EQUAL)), second);
    Circuit circuit = plan.build(plan.add(new Union(RIGHT), less, equal), ServedKeys.NONE);
    new OperatorLaws(apply(Apply.Kind.LEFT, circuit, null), LEFT, RIGHT, RIGHT).check();
  }

  @Test
  void eachLeafOfThePlanIsTheRelationOfItsNumber() {
    CircuitBuilder plan = new CircuitBuilder();
    int first = plan.add(new Given(0, RIGHT));
    int second = plan.add(new Given(1, RIGHT));
    Circuit circuit = plan.build(plan.add(new Union(RIGHT), first, second), ServedKeys.NONE);
    ZSet left = ZSet.of(LEFT.encode(1L, 2L, "a"), 2);
    ZSet one = ZSet.of(RIGHT.encode(7L, 7L), 1);
    ZSet other = ZSet.of(RIGHT.encode(null, 8L), 3);
    Apply apply = apply(Apply.Kind.INNER, circuit, null);

    assertThat(evaluated(apply, left, one, other))
        .isEqualTo(
            ZSet.of(apply.outputType().encode(1L, 2L, "a", 7L, 7L), 2)
                .plus(ZSet.of(apply.outputType().encode(1L, 2L, "a", null, 8L), 6)));
  }

  /**
   * How a plan compares its column with the argument.
   *
   * @param holds the same of cells, null for NULL
   */
  private record Correlation(
      Expr condition, BiPredicate<@Nullable Object, @Nullable Object> holds) {}

  /** By key and by walking. */
  private static List<Correlation> correlations() {
    Expr column = new Conditions(RIGHT).column(0);
    Expr wide = Exprs.parameter(FIRST, ColumnType.of(CellType.BIGINT));
    BiPredicate<@Nullable Object, @Nullable Object> equal = (a, b) -> a != null && a.equals(b);
    BiPredicate<@Nullable Object, @Nullable Object> same = (a, b) -> Objects.equals(a, b);
    return List.of(
        new Correlation(isArgument(ComparisonOperator.EQUAL), equal),
        new Correlation(Exprs.compare(ComparisonOperator.EQUAL, ARGUMENT, column), equal),
        new Correlation(Exprs.compare(ComparisonOperator.EQUAL, column, wide), equal),
        new Correlation(
            isArgument(ComparisonOperator.NOT_EQUAL),
            (a, b) -> a != null && b != null && !a.equals(b)),
        new Correlation(
            isArgument(ComparisonOperator.LESS),
            (a, b) -> a instanceof Long x && b instanceof Long y && x < y),
        new Correlation(Exprs.isDistinct(column, ARGUMENT, true), same),
        new Correlation(Exprs.isDistinct(ARGUMENT, column, true), same),
        new Correlation(Exprs.isDistinct(ARGUMENT, column, false), same.negate()));
  }

  /** Rows that the plan has twice are two partners. */
  @ParameterizedTest
  @EnumSource
  void eachLeftRowMeetsTheRowsOfItsPlan(Apply.Kind kind) {
    Expr on = new Conditions(LEFT.concat(RIGHT)).less(1, 3);
    for (Correlation correlation : correlations()) {
      Apply apply = apply(kind, filtered(correlation.condition()), on);
      Random random = new Random(11);
      for (int i = 0; i < 30; i++) {
        ZSet left = bag(LEFT, random);
        ZSet right = bag(RIGHT, random);

        assertThat(evaluated(apply, left, right))
            .as("%s", correlation.condition())
            .isEqualTo(byNestedLoops(apply, kind, correlation, left, right));
      }
    }
  }

  private static ZSet evaluated(Apply apply, ZSet... inputs) {
    List<Input> all = new ArrayList<>();
    for (ZSet input : inputs) {
      all.add(new CircuitRun.ZSetInput(input, false, input.size()));
    }
    return CircuitRun.sum(apply.evaluate(OperatorLaws.statement(), all));
  }

  private static ZSet bag(RowType type, Random random) {
    RandomStream rows = new RandomStream(type, 0, random, true);
    ZSetBuilder bag = new ZSetBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      bag.add(rows.row(), 1 + random.nextInt(2));
    }
    return bag.build();
  }

  /** Of rows l and r whose first columns are so correlated, those for which l.1 &lt; r.0. */
  private static ZSet byNestedLoops(
      Apply apply, Apply.Kind kind, Correlation correlation, ZSet left, ZSet right) {
    ZSetBuilder all = new ZSetBuilder();
    left.forEach(
        (l, copies) -> {
          @Nullable Object[] cells = LEFT.decode(l);
          List<@Nullable Object[]> partners = new ArrayList<>();
          boolean unknown = false;
          for (int i = 0; i < right.size(); i++) {
            @Nullable Object[] r = RIGHT.decode(right.row(i));
            if (correlation.holds().test(r[0], cells[0])) {
              unknown |= cells[1] == null || r[0] == null;
              if (cells[1] instanceof Long x && r[0] instanceof Long y && x < y) {
                partners.addAll(Collections.nCopies((int) right.weight(i), r));
              }
            }
          }
          for (@Nullable Object[] row : rows(kind, cells, partners, unknown)) {
            all.add(apply.outputType().encode(row), copies);
          }
        });
    return all.build();
  }

  private static List<@Nullable Object[]> rows(
      Apply.Kind kind,
      @Nullable Object[] left,
      List<@Nullable Object[]> partners,
      boolean unknown) {
    boolean any = !partners.isEmpty();
    List<@Nullable Object[]> rows = new ArrayList<>();
    switch (kind) {
      case INNER, LEFT -> {
        partners.forEach(partner -> rows.add(with(left, partner)));
        if (!any && kind == Apply.Kind.LEFT) {
          rows.add(with(left, null, null));
        }
      }
      case SEMI, ANTI -> {
        if (any == (kind == Apply.Kind.SEMI)) {
          rows.add(left);
        }
      }
      case MARK -> rows.add(with(left, any ? (Boolean) true : unknown ? null : (Boolean) false));
    }
    return rows;
  }

  private static @Nullable Object[] with(@Nullable Object[] left, @Nullable Object... more) {
    @Nullable Object[] row = Arrays.copyOf(left, left.length + more.length);
    System.arraycopy(more, 0, row, left.length, more.length);
    return row;
  }

  @Test
  void explainSaysThatItIsRecomputed() {
    CircuitBuilder builder = new CircuitBuilder();
    int left = builder.add(new Scan(0, List.of(0, 1, 2), LEFT));
    int right = builder.add(new Scan(1, List.of(0, 1), RIGHT));
    Circuit plan = filtered(isArgument(ComparisonOperator.EQUAL));
    int sink = builder.add(apply(Apply.Kind.SEMI, plan, null), left, right);

    String text = CircuitText.text(builder.build(sink, ServedKeys.NONE), CircuitText.Notes.NONE);

    assertThat(text)
        .startsWith("#2 Apply semi for [?3 = $0] Filter ($0 = ?3) (Given #1) [recomputed]\n");
  }
}
