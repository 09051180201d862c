package io.millrace.engine.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three-valued logic, comparisons and what is known of an expression without evaluating it. */
final class LogicTest {
  private static final ColumnType BOOLEAN = ColumnType.of(CellType.BOOLEAN);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final EvaluationFrame NOTHING = EvaluationFrame.of(RowType.of());
  private static final Expr TRUE = Exprs.literal(true);
  private static final Expr FALSE = Exprs.literal(false);
  private static final Expr UNKNOWN = Exprs.nullOf(BOOLEAN);
  private static final Expr FAILS =
      Exprs.isNull(Exprs.call("/", Exprs.literal(1), Exprs.literal(0)));

  private static @Nullable Object value(Expr expr) {
    return expr.evaluate(NOTHING);
  }

  private static List<@Nullable Object> table(BinaryOperator<Expr> operator) {
    List<@Nullable Object> results = new ArrayList<>();
    for (Expr left : List.of(TRUE, FALSE, UNKNOWN)) {
      for (Expr right : List.of(TRUE, FALSE, UNKNOWN)) {
        results.add(value(operator.apply(left, right)));
      }
    }
    return results;
  }

  @Test
  void andIsFalseIfAnyIsAndElseUnknownIfAnyIs() {
    assertThat(table((a, b) -> Exprs.and(a, b)))
        .isEqualTo(Arrays.asList(true, false, null, false, false, false, null, false, null));
  }

  @Test
  void orIsTrueIfAnyIsAndElseUnknownIfAnyIs() {
    assertThat(table((a, b) -> Exprs.or(a, b)))
        .isEqualTo(Arrays.asList(true, true, true, true, false, null, true, null, null));
  }

  @Test
  void distinctnessIsNeverUnknown() {
    assertThat(table((a, b) -> Exprs.isDistinct(a, b, false)))
        .isEqualTo(Arrays.asList(false, true, true, true, false, true, true, true, false));
  }

  @Test
  void nothingIsEvaluatedBehindWhatDecides() {
    assertThat(value(Exprs.and(FALSE, FAILS))).isEqualTo(false);
    assertThat(value(Exprs.or(TRUE, FAILS))).isEqualTo(true);
    assertThatThrownBy(() -> value(Exprs.and(UNKNOWN, FAILS)))
        .isInstanceOf(DatabaseException.class);
    assertThat(value(Exprs.coalesce(List.of(TRUE, FAILS), BOOLEAN))).isEqualTo(true);
    assertThat(value(Exprs.caseOf(List.of(TRUE), List.of(FALSE), FAILS, BOOLEAN))).isEqualTo(false);
  }

  @Test
  void aSearchDoesWhatTheComparisonsDo() {
    Random random = new Random(3);
    for (int round = 0; round < 2000; round++) {
      ColumnType type = randomNumberType(random);
      Expr operand = Exprs.coerce(randomNumber(random), type);
      List<Expr> values = new ArrayList<>();
      List<Expr> equals = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        Expr value = random.nextInt(10) == 0 ? Exprs.nullOf(BIGINT) : randomNumber(random);
        values.add(value);
        equals.add(Exprs.compare(ComparisonOperator.EQUAL, operand, value));
      }

      assertThat(value(Exprs.in(operand, values)))
          .as("%s IN %s", operand, values)
          .isEqualTo(value(Exprs.or(equals)));
    }
  }

  private static ColumnType randomNumberType(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> BIGINT;
      case 1 -> ColumnType.of(CellType.DOUBLE);
      default -> ColumnType.decimal(20, 2);
    };
  }

  private static Expr randomNumber(Random random) {
    int number = random.nextInt(7) - 3;
    return switch (random.nextInt(3)) {
      case 0 -> Exprs.literal(number);
      case 1 -> Exprs.literal(number / 2.0, ColumnType.of(CellType.DOUBLE));
      default -> Exprs.literal(BigDecimal.valueOf(number * 5L, 1), ColumnType.decimal(20, 1));
    };
  }

  @Test
  void aComparisonDoesWhatCastingBothToTheCommonTypeDoes() {
    Random random = new Random(5);
    for (int round = 0; round < 2000; round++) {
      Expr left = Exprs.coerce(randomNumber(random), randomNumberType(random));
      Expr right = Exprs.coerce(randomNumber(random), randomNumberType(random));
      ColumnType common = Types.common(left.type(), right.type()).orElseThrow();
      ComparisonOperator operator = ComparisonOperator.ofCode(1 + random.nextInt(6));

      Object direct = value(Exprs.compare(operator, left, right));

      assertThat(direct)
          .as("%s %s %s", left, operator, right)
          .isEqualTo(
              value(Exprs.compare(operator, Exprs.cast(left, common), Exprs.cast(right, common))))
          .isEqualTo(value(Exprs.compare(operator.reversed(), right, left)))
          .isEqualTo(value(Exprs.not(Exprs.compare(operator.negated(), left, right))));
    }
  }

  @Test
  void assignmentRefusesWhatACastCuts() {
    ColumnType three = ColumnType.varchar(3);
    Expr text = Exprs.column(0, ColumnType.varchar(-1));
    RowType rowType = RowType.of(ColumnType.varchar(-1));
    EvaluationFrame tooLong = EvaluationFrame.of(rowType).at(rowType.encode("abcd"));
    EvaluationFrame blanks = EvaluationFrame.of(rowType).at(rowType.encode("abc  "));

    assertThat(Exprs.cast(text, three).evaluate(tooLong)).isEqualTo("abc");
    assertThat(Exprs.assign(text, three, "name").evaluate(blanks)).isEqualTo("abc");
    assertThatThrownBy(() -> Exprs.assign(text, three, "name").evaluate(tooLong))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("'abcd'")
        .hasMessageContaining("column \"name\" of type VARCHAR(3)");
  }

  @Test
  void typesFollowFromArguments() {
    Expr price = Exprs.column(0, ColumnType.decimal(12, 2).notNull());

    assertThat(Exprs.call("*", price, price).type()).isEqualTo(ColumnType.decimal(24, 4).notNull());
    assertThat(Exprs.call("/", price, Exprs.nullOf(BIGINT)).type())
        .isEqualTo(ColumnType.decimal(38, 6));
    assertThat(
            value(
                Exprs.call(
                    "/",
                    Exprs.literal(BigDecimal.valueOf(20, 1), ColumnType.decimal(2, 1)),
                    Exprs.literal(3))))
        .isEqualTo(new BigDecimal("0.666667"));
  }

  @Test
  void whatCanFailAndWhatChangesByItselfIsKnown() {
    Expr number = Exprs.column(0, BIGINT);
    Expr text = Exprs.cast(number, ColumnType.varchar(-1));

    assertThat(Exprs.canFail(Exprs.compare(ComparisonOperator.LESS, number, number))).isFalse();
    assertThat(Exprs.canFail(text)).isFalse();
    assertThat(Exprs.canFail(Exprs.call("UPPER", text))).isFalse();
    assertThat(Exprs.canFail(Exprs.cast(text, BIGINT))).isTrue();
    assertThat(Exprs.canFail(Exprs.tryCast(text, BIGINT))).isFalse();
    assertThat(Exprs.canFail(Exprs.call("+", number, number))).isTrue();
    assertThat(Exprs.firstVolatile(Exprs.call("+", number, Exprs.call("RANDOM_INTEGER", number))))
        .contains("RANDOM_INTEGER");
    assertThat(Exprs.firstVolatile(number)).isEmpty();
  }

  @Test
  void aFrozenExpressionKeepsTheZoneOfItsCreation() {
    RowType rowType = RowType.of(ColumnType.of(CellType.TIMESTAMP_WITH_TIME_ZONE));
    Expr hour = Exprs.cast(Exprs.column(0, rowType.column(0)), ColumnType.of(CellType.TIMESTAMP));
    StatementValues paris = new StatementValues(0, "Europe/Paris", "", "public");

    Expr frozen = Exprs.freezeSettings(hour, paris);

    assertThat(Exprs.firstVolatile(hour)).isEmpty();
    EvaluationFrame inCircuit = EvaluationFrame.of(rowType).at(rowType.encode(0L));
    assertThat(hour.evaluate(inCircuit)).isEqualTo(0L);
    assertThat(frozen.evaluate(inCircuit)).isEqualTo(DateTimes.MICROS_PER_HOUR);
  }

  @Test
  void foldingKeepsWhatFails() {
    Expr sum = Exprs.call("+", Exprs.literal(1), Exprs.literal(2));

    assertThat(Exprs.fold(sum)).isEqualTo(Exprs.literal(3));
    assertThat(Exprs.fold(FAILS)).isEqualTo(FAILS);
    assertThat(Exprs.fold(Exprs.call("RANDOM"))).isEqualTo(Exprs.call("RANDOM"));
  }

  @Test
  void bindingLeavesOnlyColumnsAndChance() {
    Expr sum = Exprs.call("+", Exprs.parameter(0, BIGINT), Exprs.literal(2));
    EvaluationFrame frame =
        new EvaluationFrame(
            RowType.of(), List.of(40L), new StatementValues(0, "UTC", "ada", "public"));

    assertThat(Exprs.bind(sum, frame)).isEqualTo(Exprs.literal(42));
    assertThat(Exprs.bind(Exprs.call("CURRENT_USER"), frame)).isEqualTo(Exprs.literal("ada"));
    assertThat(Exprs.bind(Exprs.call("RANDOM"), frame)).isEqualTo(Exprs.call("RANDOM"));
  }

  @Test
  void columnsAreFoundAndMoved() {
    Expr expr =
        Exprs.and(
            Exprs.compare(
                ComparisonOperator.EQUAL, Exprs.column(3, BIGINT), Exprs.column(1, BIGINT)),
            Exprs.isNull(Exprs.column(3, BIGINT)));

    assertThat(Exprs.columns(expr)).containsExactly(1, 3);
    assertThat(Exprs.mapColumns(expr, i -> i + 10)).hasToString("(($13 = $11) AND ($13 IS NULL))");
  }
}
