package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
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
