package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.OperatorException;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MapOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType TYPE =
      RowType.of(INTEGER, INTEGER.notNull(), ColumnType.varchar(5), INTEGER);
  private static final Conditions ON = new Conditions(TYPE);

  @Test
  void expressionsOfAllColumns() {
    Expr sum = Exprs.call("+", ON.column(0), ON.column(1));
    new OperatorLaws(new Map(TYPE, List.of(sum, ON.column(2), ON.less(0, 3))), TYPE).check();
  }

  @Test
  void columnsAlone() {
    new OperatorLaws(new Map(TYPE, List.of(ON.column(2), ON.column(1))), TYPE).check();
  }

  @Test
  void columnsThatBecomeNullable() {
    Map map = new Map(TYPE, List.of(Exprs.column(1, INTEGER), ON.column(2)));
    ZSet rows = ZSet.of(TYPE.encode(1L, 2L, "x", null), 3);

    ZSet result =
        CircuitRun.sum(
            map.evaluate(
                OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 1))));

    assertThat(map.outputType()).isEqualTo(RowType.of(INTEGER, ColumnType.varchar(5)));
    assertThat(result).isEqualTo(ZSet.of(map.outputType().encode(2L, "x"), 3));
    new OperatorLaws(map, TYPE).check();
  }

  @Test
  void noColumnsAtAll() {
    new OperatorLaws(new Map(TYPE, List.of()), TYPE).check();
  }

  @Test
  void eachRowBecomesTheCellsOfItsExpressions() {
    Map map = new Map(TYPE, List.of(Exprs.call("+", ON.column(0), ON.column(1)), ON.column(2)));
    ZSet rows =
        ZSet.of(TYPE.encode(1L, 2L, "x", null), 3).plus(ZSet.of(TYPE.encode(2L, 1L, "x", 7L), -1));

    ZSet result =
        CircuitRun.sum(
            map.evaluate(
                OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 2))));

    assertThat(result).isEqualTo(ZSet.of(map.outputType().encode(3L, "x"), 2));
  }

  @Test
  void aNullInOneCellLeavesTheOthers() {
    Map map = new Map(TYPE, List.of(Exprs.call("+", ON.column(0), ON.column(1)), ON.column(2)));
    ZSet rows = ZSet.of(TYPE.encode(null, 2L, "x", null), 1);

    ZSet result =
        CircuitRun.sum(
            map.evaluate(
                OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 1))));

    assertThat(result).isEqualTo(ZSet.of(map.outputType().encode(null, "x"), 1));
  }

  @Test
  void anErrorOfAnExpressionEndsTheTickAndStagesNothing() {
    Map map = new Map(TYPE, List.of(Exprs.call("/", ON.column(1), ON.column(0))));
    CircuitBuilder builder = new CircuitBuilder();
    int scan = builder.add(new Scan(0, List.of(0, 1, 2, 3), TYPE));
    int sink = builder.add(new Distinct(map.outputType()), builder.add(map, scan));
    CircuitRun run =
        new CircuitRun(
            builder.build(sink, ServedKeys.NONE),
            List.of(new CircuitRun.Relation(0, TYPE, List.of(0, 1, 2, 3))));

    assertThatThrownBy(
            () -> run.tick(java.util.Map.of(0, ZSet.of(TYPE.encode(0L, 1L, "x", null), 1))))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("Division by zero")
        .extracting(e -> ((OperatorException) e).operator())
        .isEqualTo("Map [($1 / $0)]");
    assertThat(run.stateSize()).isZero();
  }
}
