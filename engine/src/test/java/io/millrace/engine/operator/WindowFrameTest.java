package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.RangeOffset;
import io.millrace.engine.operator.WindowCall.Kind;
import io.millrace.engine.operator.WindowFrame.Bound;
import io.millrace.engine.operator.WindowFrame.Exclusion;
import io.millrace.engine.operator.WindowFrame.Unit;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames as text and as they are stored. */
final class WindowFrameTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType DECIMAL = ColumnType.decimal(9, 2);
  private static final RowType TYPE = RowType.of(INTEGER, INTEGER, DECIMAL);

  private static void reads(WindowFrame frame, String text) {
    assertThat(frame).hasToString(text);
    WindowCall call = WindowCall.value(Kind.NTH_VALUE, 2, 1, true, frame, DECIMAL).withNumberIn(1);
    Window window = new Window(TYPE, List.of(0), List.of(SortColumn.descending(1)), List.of(call));
    CircuitBuilder builder = new CircuitBuilder();
    int scan = builder.add(new Scan(0, List.of(0, 1, 2), TYPE));
    byte[] stored = builder.build(builder.add(window, scan), ServedKeys.NONE).toBytes();

    Circuit read = Circuit.fromBytes(stored, OperatorCodec::read);

    assertThat(read.toBytes()).isEqualTo(stored);
    assertThat(read.nodes().get(1).operator().describe())
        .isEqualTo(
            "within [0] by [$1 DESC] computing [NTH_VALUE($2, $1) " + text + " IGNORE NULLS]");
  }

  private static WindowFrame frame(Unit unit, Bound lower, Bound upper) {
    return new WindowFrame(unit, lower, upper, Exclusion.NO_OTHERS);
  }

  @Test
  void aFrameIsStoredAsItReads() {
    reads(WindowFrame.RUNNING, "RANGE UNBOUNDED PRECEDING TO CURRENT ROW");
    reads(WindowFrame.WHOLE, "RANGE UNBOUNDED PRECEDING TO UNBOUNDED FOLLOWING");
    reads(frame(Unit.ROWS, Bound.rows(-2), Bound.rows(3)), "ROWS 2 PRECEDING TO 3 FOLLOWING");
    reads(
        new WindowFrame(Unit.GROUPS, Bound.CURRENT, Bound.LAST, Exclusion.TIES),
        "GROUPS CURRENT ROW TO UNBOUNDED FOLLOWING EXCLUDE TIES");
    reads(
        frame(
            Unit.RANGE,
            Bound.range(-1, RangeOffset.of(INTEGER, INTEGER, 7L)),
            Bound.range(1, RangeOffset.of(INTEGER, INTEGER, 8L))),
        "RANGE 7 PRECEDING TO 8 FOLLOWING");
  }

  @Test
  void aFrameIsStoredWithTheColumnsOfItsOffsets() {
    reads(
        frame(
            Unit.ROWS,
            Bound.column(-1, new FrameOffset(0, INTEGER, null)),
            Bound.column(1, new FrameOffset(1, INTEGER, null))),
        "ROWS $0 PRECEDING TO $1 FOLLOWING");
    reads(
        frame(
            Unit.RANGE,
            Bound.column(1, new FrameOffset(0, INTEGER, INTEGER)),
            Bound.column(1, new FrameOffset(1, INTEGER, INTEGER))),
        "RANGE $0 FOLLOWING TO $1 FOLLOWING");
  }
}
