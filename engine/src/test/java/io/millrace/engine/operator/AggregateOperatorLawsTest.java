package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.circuit.Operator;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.AggregateOrder;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AggregateOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType DOUBLE = ColumnType.of(CellType.DOUBLE);
  private static final ColumnType BOOLEAN = ColumnType.of(CellType.BOOLEAN);
  private static final RowType TYPE =
      RowType.of(
          INTEGER, ColumnType.varchar(5), INTEGER, DOUBLE, BOOLEAN, ColumnType.decimal(12, 3));

  private static AggregateCall call(AggregateFunction function, int argument, ColumnType type) {
    return new AggregateCall(function, argument, false, type);
  }

  private static AggregateCall distinct(AggregateFunction function, int argument, ColumnType type) {
    return new AggregateCall(function, argument, true, type);
  }

  private static final List<AggregateCall> CALLS =
      List.of(
          call(AggregateFunction.COUNT, AggregateCall.NO_ARGUMENT, BIGINT),
          call(AggregateFunction.COUNT, 2, BIGINT),
          call(AggregateFunction.SUM, 2, BIGINT),
          call(AggregateFunction.AVG, 2, ColumnType.decimal(38, 6)),
          call(AggregateFunction.SUM0, 3, DOUBLE),
          call(AggregateFunction.VAR_POP, 2, DOUBLE),
          call(AggregateFunction.BOOL_OR, 4, BOOLEAN),
          call(AggregateFunction.BIT_XOR, 2, INTEGER),
          call(AggregateFunction.MIN, 3, DOUBLE),
          call(AggregateFunction.MAX, 1, ColumnType.varchar(5)),
          call(AggregateFunction.ANY_VALUE, 4, BOOLEAN),
          distinct(AggregateFunction.COUNT, 1, BIGINT),
          distinct(AggregateFunction.SUM, 2, BIGINT),
          distinct(AggregateFunction.AVG, 3, DOUBLE),
          distinct(AggregateFunction.BIT_AND, 2, INTEGER),
          distinct(AggregateFunction.MIN, 2, INTEGER));

  private static AggregateCall pair(AggregateFunction function, int y, int x) {
    return new AggregateCall(function, List.of(y, x), false, List.of(), null, DOUBLE);
  }

  private static final List<AggregateCall> PAIRS =
      List.of(
          pair(AggregateFunction.COVAR_POP, 2, 5),
          pair(AggregateFunction.COVAR_SAMP, 3, 2),
          pair(AggregateFunction.CORR, 3, 5),
          pair(AggregateFunction.REGR_COUNT, 2, 2),
          pair(AggregateFunction.REGR_AVGY, 3, 2),
          pair(AggregateFunction.REGR_AVGX, 5, 3),
          pair(AggregateFunction.REGR_SYY, 5, 3),
          pair(AggregateFunction.REGR_SXX, 3, 2),
          pair(AggregateFunction.REGR_SXY, 2, 0),
          pair(AggregateFunction.REGR_SLOPE, 3, 2),
          pair(AggregateFunction.REGR_INTERCEPT, 5, 2),
          pair(AggregateFunction.REGR_R2, 3, 2),
          new AggregateCall(AggregateFunction.CORR, List.of(2, 5), true, List.of(), null, DOUBLE),
          new AggregateCall(AggregateFunction.COUNT, List.of(1, 2), false, List.of(), null, BIGINT),
          new AggregateCall(AggregateFunction.COUNT, List.of(1, 2), true, List.of(), null, BIGINT),
          new AggregateCall(
              AggregateFunction.COUNT_ROWS, List.of(4, 1, 2), true, List.of(), null, BIGINT),
          call(AggregateFunction.COUNT_IF, 4, BIGINT));

  private static AggregateCall ordered(
      AggregateFunction function,
      List<Integer> arguments,
      List<AggregateOrder> order,
      @Nullable Object parameter) {
    ColumnType type =
        function == AggregateFunction.PERCENTILE_CONT
            ? DOUBLE
            : function == AggregateFunction.STRING_AGG
                ? ColumnType.varchar(-1)
                : function == AggregateFunction.ARRAY_AGG
                    ? ColumnType.array(TYPE.column(arguments.get(0)))
                    : TYPE.column(arguments.get(0));
    return new AggregateCall(function, arguments, false, order, parameter, type);
  }

  private static AggregateCall distinct(AggregateCall call) {
    return new AggregateCall(
        call.function(), call.arguments(), true, call.order(), call.parameter(), call.type());
  }

  private static final List<AggregateCall> ORDERED =
      List.of(
          ordered(AggregateFunction.ARG_MIN, List.of(1, 2), List.of(), null),
          ordered(AggregateFunction.ARG_MAX, List.of(2, 3), List.of(), null),
          ordered(AggregateFunction.ARG_MAX, List.of(4, 1), List.of(), null),
          ordered(AggregateFunction.MODE, List.of(1), List.of(), null),
          ordered(AggregateFunction.MODE, List.of(3), List.of(AggregateOrder.descending(3)), null),
          ordered(AggregateFunction.PERCENTILE_CONT, List.of(3), List.of(), new BigDecimal("0.3")),
          ordered(
              AggregateFunction.PERCENTILE_CONT,
              List.of(5),
              List.of(AggregateOrder.descending(5)),
              new BigDecimal("0.25")),
          distinct(
              ordered(
                  AggregateFunction.PERCENTILE_CONT, List.of(5), List.of(), new BigDecimal("0.5"))),
          ordered(AggregateFunction.PERCENTILE_DISC, List.of(1), List.of(), BigDecimal.ONE),
          distinct(
              ordered(AggregateFunction.PERCENTILE_DISC, List.of(3), List.of(), BigDecimal.ZERO)),
          ordered(AggregateFunction.STRING_AGG, List.of(1), List.of(), ", "),
          ordered(
              AggregateFunction.STRING_AGG,
              List.of(1, 1),
              List.of(new AggregateOrder(2, true, false), AggregateOrder.ascending(3)),
              null),
          ordered(
              AggregateFunction.STRING_AGG,
              List.of(1),
              List.of(new AggregateOrder(4, false, true), AggregateOrder.descending(1)),
              ""),
          distinct(ordered(AggregateFunction.STRING_AGG, List.of(1), List.of(), "+")),
          ordered(AggregateFunction.ARRAY_AGG, List.of(1), List.of(), null),
          ordered(
              AggregateFunction.ARRAY_AGG,
              List.of(3, 4),
              List.of(AggregateOrder.descending(2)),
              null),
          distinct(ordered(AggregateFunction.ARRAY_AGG, List.of(2), List.of(), null)),
          distinct(AggregateFunction.COUNT, 1, BIGINT));

  @Test
  void ofPairsByOneColumn() {
    new OperatorLaws(new Aggregate(TYPE, List.of(0), PAIRS), TYPE).check();
  }

  @Test
  void ofPairsOverAllRows() {
    new OperatorLaws(new ScalarAggregate(TYPE, PAIRS), TYPE).check();
  }

  @Test
  void orderedByOneColumn() {
    new OperatorLaws(new Aggregate(TYPE, List.of(0), ORDERED), TYPE).check();
  }

  @Test
  void orderedByAnArgument() {
    new OperatorLaws(new Aggregate(TYPE, List.of(1), ORDERED), TYPE).groupedBy(1).check();
  }

  @Test
  void orderedOverAllRows() {
    new OperatorLaws(new ScalarAggregate(TYPE, ORDERED), TYPE).check();
  }

  @Test
  void orderedResultsAreReadFromTheRowsInOrder() {
    ZSet rows =
        new ZSetBuilder()
            .add(TYPE.encode(1L, "b", 5L, 1.0, true, null), 2)
            .add(TYPE.encode(1L, "a", 7L, null, null, null), 1)
            .add(TYPE.encode(1L, "c", null, 4.0, false, null), 1)
            .add(TYPE.encode(1L, null, 5L, 3.0, false, null), 1)
            .build();
    List<AggregateCall> calls =
        List.of(
            ordered(AggregateFunction.ARG_MIN, List.of(1, 2), List.of(), null),
            ordered(AggregateFunction.ARG_MAX, List.of(1, 3), List.of(), null),
            ordered(AggregateFunction.MODE, List.of(2), List.of(), null),
            ordered(
                AggregateFunction.PERCENTILE_CONT, List.of(3), List.of(), new BigDecimal("0.5")),
            ordered(
                AggregateFunction.PERCENTILE_DISC, List.of(3), List.of(), new BigDecimal("0.51")),
            distinct(
                ordered(
                    AggregateFunction.PERCENTILE_CONT,
                    List.of(3),
                    List.of(AggregateOrder.descending(3)),
                    new BigDecimal("0.25"))),
            ordered(
                AggregateFunction.STRING_AGG,
                List.of(1),
                List.of(new AggregateOrder(2, true, false)),
                "-"),
            distinct(ordered(AggregateFunction.STRING_AGG, List.of(1), List.of(), "-")));
    ScalarAggregate aggregate = new ScalarAggregate(TYPE, calls);

    ZSet result = evaluate(aggregate, rows);

    assertThat(result)
        .isEqualTo(
            ZSet.of(
                aggregate.outputType().encode("b", "c", 5L, 2.0, 3.0, 3.5, "a-b-b-c", "a-b-c"), 1));
  }

  @Test
  void tiesAndNullsGoAsDocumented() {
    ZSet rows =
        new ZSetBuilder()
            .add(TYPE.encode(1L, "b", 5L, 2.0, null, null), 1)
            .add(TYPE.encode(2L, "a", 5L, 2.0, null, null), 1)
            .add(TYPE.encode(3L, null, 5L, null, null, null), 1)
            .add(TYPE.encode(4L, null, 9L, null, null, null), 1)
            .add(TYPE.encode(5L, "a", null, 3.0, null, null), 2)
            .add(TYPE.encode(6L, "b", null, 3.0, null, null), 2)
            .build();
    List<AggregateCall> calls =
        List.of(
            new AggregateCall(
                AggregateFunction.COUNT, List.of(1, 2), false, List.of(), null, BIGINT),
            new AggregateCall(
                AggregateFunction.COUNT, List.of(2, 1), true, List.of(), null, BIGINT),
            ordered(AggregateFunction.ARG_MIN, List.of(1, 2), List.of(), null),
            ordered(AggregateFunction.ARG_MAX, List.of(1, 2), List.of(), null),
            ordered(AggregateFunction.ARG_MAX, List.of(1, 3), List.of(), null),
            ordered(AggregateFunction.MODE, List.of(1), List.of(), null),
            ordered(
                AggregateFunction.MODE, List.of(1), List.of(AggregateOrder.descending(1)), null),
            distinct(ordered(AggregateFunction.MODE, List.of(3), List.of(), null)));
    ScalarAggregate aggregate = new ScalarAggregate(TYPE, calls);

    assertThat(evaluate(aggregate, rows))
        .isEqualTo(
            ZSet.of(aggregate.outputType().encode(2L, 2L, "a", null, "a", "a", "b", 2.0), 1));
  }

  @Test
  void aListThatNoRowCanHoldIsRefused() {
    ZSet rows = ZSet.of(TYPE.encode(1L, "zz", null, null, null, null), 1L << 40);
    ScalarAggregate list =
        new ScalarAggregate(
            TYPE, List.of(ordered(AggregateFunction.STRING_AGG, List.of(1), List.of(), "")));

    assertThatThrownBy(() -> evaluate(list, rows))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("54000"));
  }

  @Test
  void byOneColumn() {
    new OperatorLaws(new Aggregate(TYPE, List.of(0), CALLS), TYPE).check();
  }

  @Test
  void byTwoColumns() {
    new OperatorLaws(new Aggregate(TYPE, List.of(1, 0), CALLS), TYPE).groupedBy(1).check();
  }

  @Test
  void withoutCalls() {
    new OperatorLaws(new Aggregate(TYPE, List.of(2), List.of()), TYPE).groupedBy(2).check();
  }

  @Test
  void overAllRows() {
    new OperatorLaws(new ScalarAggregate(TYPE, CALLS), TYPE).check();
  }

  @Test
  void resultsArePlainLoopsOverTheRowsOfAGroup() {
    ZSet rows =
        new ZSetBuilder()
            .add(TYPE.encode(1L, "b", 5L, 0.1, true, null), 2)
            .add(TYPE.encode(1L, "a", 7L, null, null, null), 1)
            .add(TYPE.encode(1L, null, null, 0.2, false, null), 1)
            .add(TYPE.encode(null, "c", null, null, null, null), 3)
            .build();
    List<AggregateCall> calls =
        List.of(
            call(AggregateFunction.COUNT, AggregateCall.NO_ARGUMENT, BIGINT),
            call(AggregateFunction.COUNT, 1, BIGINT),
            call(AggregateFunction.SUM, 2, BIGINT),
            distinct(AggregateFunction.SUM, 2, BIGINT),
            call(AggregateFunction.MIN, 3, DOUBLE),
            call(AggregateFunction.MAX, 1, ColumnType.varchar(5)));
    Aggregate aggregate = new Aggregate(TYPE, List.of(0), calls);
    RowType output = aggregate.outputType();

    ZSet result = evaluate(aggregate, rows);

    assertThat(result)
        .isEqualTo(
            ZSet.of(output.encode(1L, 4L, 3L, 17L, 12L, 0.1, "b"), 1)
                .plus(ZSet.of(output.encode(null, 3L, 3L, null, null, null, "c"), 1)));
  }

  @Test
  void overNothingThereIsNoGroupButOneWholeRow() {
    List<AggregateCall> calls =
        List.of(
            call(AggregateFunction.COUNT, AggregateCall.NO_ARGUMENT, BIGINT),
            call(AggregateFunction.SUM, 2, BIGINT),
            call(AggregateFunction.MIN, 3, DOUBLE));
    ScalarAggregate scalar = new ScalarAggregate(TYPE, calls);

    assertThat(evaluate(new Aggregate(TYPE, List.of(0), calls), ZSet.EMPTY).isEmpty()).isTrue();
    assertThat(evaluate(scalar, ZSet.EMPTY))
        .isEqualTo(ZSet.of(scalar.outputType().encode(0L, null, null), 1));
  }

  private static ZSet evaluate(Operator operator, ZSet rows) {
    return CircuitRun.sum(
        operator.evaluate(
            OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 4))));
  }
}
