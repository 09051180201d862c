package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AggregateOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType DOUBLE = ColumnType.of(CellType.DOUBLE);
  private static final ColumnType BOOLEAN = ColumnType.of(CellType.BOOLEAN);
  private static final RowType TYPE =
      RowType.of(INTEGER, ColumnType.varchar(5), INTEGER, DOUBLE, BOOLEAN);

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
            .add(TYPE.encode(1L, "b", 5L, 0.1, true), 2)
            .add(TYPE.encode(1L, "a", 7L, null, null), 1)
            .add(TYPE.encode(1L, null, null, 0.2, false), 1)
            .add(TYPE.encode(null, "c", null, null, null), 3)
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
