package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.RangeOffset;
import io.millrace.engine.operator.WindowCall.Kind;
import io.millrace.engine.operator.WindowFrame.Bound;
import io.millrace.engine.operator.WindowFrame.Exclusion;
import io.millrace.engine.operator.WindowFrame.Unit;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How many rows of a large partition a tick reads: those around its change. */
final class WindowCostTest {
  private static final int ROWS = 500;
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final RowType TYPE = RowType.of(INTEGER, INTEGER);

  private static ZSet row(int number) {
    return ZSet.of(TYPE.encode((long) number, number % 5 == 0 ? null : 1L), 1);
  }

  /** The rows read for a row that comes among even numbers. */
  private static long steps(SortColumn order, int number, WindowCall... calls) {
    CircuitBuilder builder = new CircuitBuilder();
    int scan = builder.add(new Scan(0, List.of(0, 1), TYPE));
    Window window = new Window(TYPE, List.of(), List.of(order), List.of(calls));
    CircuitRun run =
        new CircuitRun(
            builder.build(builder.add(window, scan), ServedKeys.NONE),
            List.of(new CircuitRun.Relation(0, TYPE, List.of(0, 1))));
    ZSetBuilder even = new ZSetBuilder();
    for (int i = 0; i < ROWS; i++) {
      even.addAll(row(2 * i));
    }
    run.tick(Map.of(0, even.build()));
    run.tick(Map.of(0, row(number)));
    assertThat(run.output()).isEqualTo(run.query(false));
    return run.steps();
  }

  private static WindowCall sum(Unit unit, Bound lower, Bound upper) {
    return WindowCall.aggregate(
        new AggregateCall(AggregateFunction.SUM, 1, false, BIGINT),
        new WindowFrame(unit, lower, upper, Exclusion.NO_OTHERS));
  }

  private static Bound away(int direction, long amount) {
    return Bound.range(direction, RangeOffset.of(INTEGER, INTEGER, amount));
  }

  @Test
  void aCallThatLooksAroundReadsAFewRows() {
    for (SortColumn order : List.of(SortColumn.ascending(0), SortColumn.descending(0))) {
      for (WindowCall call :
          List.of(
              sum(Unit.ROWS, Bound.rows(-1), Bound.rows(1)),
              sum(Unit.ROWS, Bound.rows(-2), Bound.rows(-1)),
              sum(Unit.GROUPS, Bound.rows(-1), Bound.rows(1)),
              sum(Unit.RANGE, away(-1, 3), Bound.CURRENT),
              sum(Unit.RANGE, Bound.CURRENT, away(1, 3)),
              sum(Unit.RANGE, away(-1, 4), away(-1, 2)),
              WindowCall.lag(1, 2, true, INTEGER),
              WindowCall.lead(1, 1, false, INTEGER),
              WindowCall.value(Kind.LAST_VALUE, 1, 0, false, WindowFrame.RUNNING, INTEGER))) {
        assertThat(steps(order, ROWS + 1, call)).as("%s by %s", call, order).isBetween(3L, 16L);
      }
    }
  }

  @Test
  void aRunningCallReadsFromAMilestoneToTheEnd() {
    WindowCall running = sum(Unit.RANGE, Bound.FIRST, Bound.CURRENT);
    WindowCall lag = WindowCall.lag(1, 2, false, INTEGER);

    assertThat(steps(SortColumn.ascending(0), 2 * ROWS + 1, running, lag)).isLessThan(140);
    assertThat(steps(SortColumn.ascending(0), 1, running, lag)).isBetween(ROWS + 0L, ROWS + 140L);
    assertThat(
            steps(SortColumn.ascending(0), 2 * ROWS + 1, sum(Unit.ROWS, Bound.FIRST, Bound.LAST)))
        .isGreaterThanOrEqualTo(ROWS);
  }
}
