package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.AggregateOrder;
import io.millrace.engine.expr.RangeOffset;
import io.millrace.engine.operator.WindowCall.Kind;
import io.millrace.engine.operator.WindowFrame.Bound;
import io.millrace.engine.operator.WindowFrame.Exclusion;
import io.millrace.engine.operator.WindowFrame.Unit;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WindowOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);

  private static final ColumnType DECIMAL = ColumnType.decimal(9, 2);
  private static final ColumnType ARRAY = ColumnType.array(ColumnType.decimal(9, 2));
  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);

  private static final RowType TYPE =
      RowType.of(INTEGER, ColumnType.varchar(5), ColumnType.decimal(9, 2));

  private static final List<SortColumn> BY_NUMBER = List.of(SortColumn.ascending(0));

  private static void check(List<SortColumn> order, WindowCall... calls) {
    new OperatorLaws(new Window(TYPE, List.of(1), order, List.of(calls)), TYPE)
        .groupedBy(1)
        .check();
  }

  /** Without PARTITION BY partitions are larger, and stretches of them stand alone. */
  private static void checkWhole(List<SortColumn> order, WindowCall... calls) {
    new OperatorLaws(new Window(TYPE, List.of(), order, List.of(calls)), TYPE).check();
  }

  /** With milestones so near that partitions have several. */
  private static void checkRunning(List<SortColumn> order, WindowCall... calls) {
    for (int spacing = 1; spacing <= 3; spacing++) {
      Window within = new Window(TYPE, List.of(1), order, List.of(calls), spacing);
      assertThat(within.traces()).hasSize(2);
      new OperatorLaws(within, TYPE).groupedBy(1).check();
      new OperatorLaws(new Window(TYPE, List.of(), order, List.of(calls), spacing), TYPE).check();
    }
  }

  private static WindowCall ranking(Kind kind) {
    boolean share = kind == Kind.PERCENT_RANK || kind == Kind.CUME_DIST;
    return WindowCall.ranking(kind, share ? ColumnType.of(CellType.DOUBLE) : BIGINT);
  }

  private static WindowCall sum(WindowFrame frame) {
    AggregateCall sum =
        new AggregateCall(AggregateFunction.SUM, 2, false, ColumnType.decimal(38, 2));
    return WindowCall.aggregate(sum, frame);
  }

  private static WindowCall least(WindowFrame frame) {
    return WindowCall.aggregate(new AggregateCall(AggregateFunction.MIN, 0, false, INTEGER), frame);
  }

  private static WindowFrame frame(Unit unit, Bound lower, Bound upper) {
    return new WindowFrame(unit, lower, upper, Exclusion.NO_OTHERS);
  }

  private static WindowFrame rows(long lower, long upper) {
    return frame(Unit.ROWS, Bound.rows(lower), Bound.rows(upper));
  }

  private static WindowFrame groups(long lower, long upper) {
    return frame(Unit.GROUPS, Bound.rows(lower), Bound.rows(upper));
  }

  private static Bound offset(int direction, long amount) {
    return Bound.range(direction, RangeOffset.of(INTEGER, INTEGER, amount));
  }

  @Test
  void ranksAndNumbers() {
    check(BY_NUMBER, ranking(Kind.ROW_NUMBER), ranking(Kind.RANK), ranking(Kind.DENSE_RANK));
    check(List.of(SortColumn.descending(0)), ranking(Kind.RANK));
    check(List.of(), ranking(Kind.ROW_NUMBER));
  }

  @Test
  void sharesAndBuckets() {
    check(BY_NUMBER, ranking(Kind.PERCENT_RANK), ranking(Kind.CUME_DIST));
    check(BY_NUMBER, WindowCall.ntile(3, BIGINT));
  }

  @Test
  void rowsBeforeAndBehind() {
    checkWhole(BY_NUMBER, WindowCall.lag(2, 1, false, TYPE.column(2)));
    checkWhole(BY_NUMBER, WindowCall.lead(2, 2, false, TYPE.column(2)));
    check(
        List.of(new SortColumn(2, true, false)),
        WindowCall.lag(0, 2, true, INTEGER),
        WindowCall.lead(1, 1, true, TYPE.column(1)));
    check(BY_NUMBER, WindowCall.lag(0, -1, false, INTEGER), WindowCall.lag(0, 0, false, INTEGER));
    long farthest = WindowCall.checked(Kind.LAG, Long.MIN_VALUE);
    check(BY_NUMBER, WindowCall.lag(2, farthest, false, DECIMAL));
  }

  @Test
  void framesInRows() {
    checkWhole(BY_NUMBER, sum(rows(-1, 1)), least(rows(-2, 0)));
    check(BY_NUMBER, sum(rows(-3, -1)));
    check(BY_NUMBER, least(rows(1, 2)));
    check(BY_NUMBER, sum(rows(Long.MIN_VALUE, 0)));
    check(BY_NUMBER, sum(rows(0, Long.MAX_VALUE)), least(rows(Long.MIN_VALUE, 1)));
  }

  @Test
  void framesInGroups() {
    check(BY_NUMBER, sum(groups(-1, 1)), least(groups(-1, 0)));
    checkWhole(List.of(SortColumn.ascending(2), SortColumn.ascending(0)), sum(groups(-1, 1)));
    check(BY_NUMBER, sum(groups(1, 2)));
    check(BY_NUMBER, sum(groups(-2, -1)));
    check(List.of(SortColumn.descending(0)), sum(groups(0, 0)));
  }

  @Test
  void framesInValues() {
    for (SortColumn column :
        List.of(
            SortColumn.ascending(0),
            SortColumn.descending(0),
            new SortColumn(0, false, true),
            new SortColumn(0, true, false))) {
      List<SortColumn> order = List.of(column);
      check(order, sum(frame(Unit.RANGE, offset(-1, 1), offset(1, 1))));
      check(order, sum(frame(Unit.RANGE, offset(-1, 2), offset(-1, 1))));
      check(order, sum(frame(Unit.RANGE, offset(1, 1), offset(1, 2))));
      check(order, least(frame(Unit.RANGE, offset(-1, 1), Bound.CURRENT)));
      check(order, sum(frame(Unit.RANGE, Bound.FIRST, offset(-1, 1))));
      check(order, sum(frame(Unit.RANGE, offset(1, 1), Bound.LAST)));
    }
  }

  @Test
  void framesInMonthsWhoseBoundsMoveBack() {
    ColumnType timestamp = ColumnType.of(CellType.TIMESTAMP);
    RowType type = RowType.of(timestamp, INTEGER, DECIMAL);
    RangeOffset month = RangeOffset.of(timestamp, ColumnType.of(CellType.INTERVAL_MONTHS), 1L);
    Bound before = Bound.range(-1, month);
    Bound behind = Bound.range(1, month);
    for (SortColumn column :
        List.of(
            SortColumn.ascending(0), SortColumn.descending(0), new SortColumn(0, true, false))) {
      for (WindowFrame frame :
          List.of(
              frame(Unit.RANGE, before, Bound.CURRENT),
              frame(Unit.RANGE, Bound.CURRENT, behind),
              frame(Unit.RANGE, Bound.FIRST, before),
              frame(Unit.RANGE, Bound.FIRST, behind))) {
        AggregateCall least = new AggregateCall(AggregateFunction.MIN, 1, false, INTEGER);
        for (int spacing = 0; spacing <= 2; spacing++) {
          List<WindowCall> calls =
              spacing == 0
                  ? List.of(sum(frame), WindowCall.aggregate(least, frame))
                  : List.of(sum(frame), ranking(Kind.ROW_NUMBER));
          new OperatorLaws(new Window(type, List.of(), List.of(column), calls, spacing), type)
              .check();
        }
      }
    }
  }

  @Test
  void framesThatEndBeforeTheirRowHaveNoMilestones() {
    for (WindowFrame frame : List.of(rows(Long.MIN_VALUE, -2), groups(Long.MIN_VALUE, -1))) {
      Window window =
          new Window(TYPE, List.of(), BY_NUMBER, List.of(sum(frame), ranking(Kind.ROW_NUMBER)), 1);

      assertThat(window.traces()).hasSize(1);
      new OperatorLaws(window, TYPE).check();
    }
  }

  @Test
  void runningAndWholeFrames() {
    check(BY_NUMBER, sum(WindowFrame.RUNNING), least(WindowFrame.RUNNING));
    check(BY_NUMBER, sum(WindowFrame.WHOLE), least(WindowFrame.WHOLE));
    check(BY_NUMBER, sum(frame(Unit.RANGE, Bound.CURRENT, Bound.LAST)));
  }

  @Test
  void runningCallsGoOnFromMilestones() {
    checkRunning(BY_NUMBER, ranking(Kind.ROW_NUMBER), ranking(Kind.RANK), ranking(Kind.DENSE_RANK));
    checkRunning(
        List.of(SortColumn.descending(2), SortColumn.ascending(0)),
        sum(WindowFrame.RUNNING),
        least(WindowFrame.RUNNING),
        WindowCall.lag(2, 2, true, DECIMAL));
    checkRunning(BY_NUMBER, sum(rows(Long.MIN_VALUE, 0)), ranking(Kind.DENSE_RANK));
    checkRunning(
        BY_NUMBER,
        sum(rows(Long.MIN_VALUE, 2)),
        least(groups(Long.MIN_VALUE, 1)),
        sum(rows(-1, 1)));
    checkRunning(
        BY_NUMBER, sum(frame(Unit.RANGE, Bound.FIRST, offset(1, 1))), ranking(Kind.ROW_NUMBER));
  }

  @Test
  void excludedRows() {
    for (Exclusion exclusion : List.of(Exclusion.CURRENT_ROW, Exclusion.GROUP, Exclusion.TIES)) {
      for (WindowFrame frame : List.of(rows(-2, 1), groups(-1, 1), WindowFrame.RUNNING)) {
        WindowFrame excluding =
            new WindowFrame(frame.unit(), frame.lower(), frame.upper(), exclusion);
        check(
            BY_NUMBER,
            sum(excluding),
            least(excluding),
            WindowCall.value(Kind.NTH_VALUE, 0, 2, true, excluding, INTEGER));
      }
    }
  }

  @Test
  void valuesOfFrames() {
    for (boolean ignoreNulls : new boolean[] {false, true}) {
      for (WindowFrame frame :
          List.of(
              rows(-1, 1),
              rows(Long.MIN_VALUE, -2),
              WindowFrame.RUNNING,
              WindowFrame.WHOLE,
              groups(Long.MIN_VALUE, -1),
              frame(Unit.RANGE, Bound.FIRST, offset(-1, 1)),
              frame(Unit.RANGE, Bound.FIRST, offset(1, 1)))) {
        check(
            BY_NUMBER,
            WindowCall.value(Kind.FIRST_VALUE, 2, 0, ignoreNulls, frame, DECIMAL),
            WindowCall.value(Kind.NTH_VALUE, 2, 2, ignoreNulls, frame, DECIMAL));
        check(BY_NUMBER, WindowCall.value(Kind.LAST_VALUE, 2, 0, ignoreNulls, frame, DECIMAL));
      }
    }
  }

  private static WindowCall ordered(
      AggregateFunction function,
      List<Integer> arguments,
      boolean distinct,
      @Nullable Object parameter,
      ColumnType type,
      WindowFrame frame,
      AggregateOrder... order) {
    return WindowCall.aggregate(
        new AggregateCall(function, arguments, distinct, List.of(order), parameter, type), frame);
  }

  @Test
  void orderedAggregates() {
    for (WindowFrame frame :
        List.of(
            rows(-2, 1),
            WindowFrame.RUNNING,
            groups(0, 1),
            frame(Unit.RANGE, Bound.CURRENT, Bound.LAST),
            new WindowFrame(Unit.ROWS, Bound.rows(-2), Bound.rows(2), Exclusion.TIES))) {
      check(
          BY_NUMBER,
          ordered(
              AggregateFunction.STRING_AGG,
              List.of(1),
              false,
              "-",
              ColumnType.varchar(-1),
              frame,
              AggregateOrder.descending(2)),
          ordered(AggregateFunction.ARRAY_AGG, List.of(2), false, null, ARRAY, frame),
          ordered(AggregateFunction.MODE, List.of(2), false, null, DECIMAL, frame),
          ordered(AggregateFunction.PERCENTILE_DISC, List.of(2), true, HALF, DECIMAL, frame),
          ordered(
              AggregateFunction.PERCENTILE_CONT,
              List.of(2),
              false,
              HALF,
              ColumnType.of(CellType.DOUBLE),
              frame,
              AggregateOrder.descending(2)),
          ordered(AggregateFunction.ARG_MAX, List.of(1, 2), false, null, TYPE.column(1), frame));
    }
  }

  @Test
  void pairsAndDistinctRows() {
    for (WindowFrame frame : List.of(rows(-1, 1), WindowFrame.RUNNING)) {
      check(
          BY_NUMBER,
          ordered(
              AggregateFunction.COVAR_POP,
              List.of(2, 0),
              false,
              null,
              ColumnType.of(CellType.DOUBLE),
              frame),
          ordered(AggregateFunction.COUNT, List.of(2, 0), true, null, BIGINT, frame));
    }
  }

  @Test
  void numbersInColumns() {
    checkWhole(BY_NUMBER, WindowCall.lag(2, 1, false, DECIMAL).withNumberIn(0), ranking(Kind.RANK));
    check(BY_NUMBER, WindowCall.lead(2, 1, true, DECIMAL).withNumberIn(0));
    RowType numberLast = RowType.of(DECIMAL, INTEGER);
    WindowCall lag = WindowCall.lag(0, 1, false, DECIMAL).withNumberIn(1);
    new OperatorLaws(new Window(numberLast, List.of(), BY_NUMBER, List.of(lag)), numberLast)
        .check();
  }

  @Test
  void distinctValues() {
    AggregateCall count =
        new AggregateCall(AggregateFunction.COUNT, 0, true, ColumnType.of(CellType.BIGINT));
    check(
        List.of(SortColumn.ascending(2)),
        WindowCall.aggregate(count, rows(-2, 0)),
        WindowCall.aggregate(count, WindowFrame.RUNNING));
  }
}
