package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Window functions over one PARTITION BY and ORDER BY: {@code Q(a) = each copy of a row of a, with
 * the results of the calls behind its columns}; {@code Q^Δ = the new results − the old results} of
 * the rows whose results hang on a row of Δa.
 *
 * <p>The order is total: ties go by all columns as they stand, ascending, NULLs last, and copies of
 * a row stand together, so the result is a function of the bag. Peers are rows with equal cells in
 * the columns of the order alone. Non-linear; keeps its input by partition and in that order.
 *
 * <p>Cost of a tick, in rows read and computed, for a change in a partition of n rows: a call that
 * looks k rows back and on (LAG, LEAD, frames in ROWS, GROUPS or RANGE with two ends) O(k); one
 * that counts from the partition's start (ROW_NUMBER, RANK, running sums and extremes) goes on from
 * a {@link WindowMilestones milestone} at most {@value #SPACING} rows and a group of peers before
 * the change, and computes from the change to the end, so that rows that come last cost the same
 * whatever n is; one over the whole partition (NTILE, PERCENT_RANK, CUME_DIST, frames without ends)
 * O(n), and so are FIRST_VALUE, ordered calls and DISTINCT over frames that run from the start. See
 * {@link WindowReach}; per row computed {@link FrameAggregate}. Partitions that Δa does not touch
 * cost nothing.
 */
public final class Window implements Operator {
  /** The trace of milestones, if there is one. */
  static final int MILESTONES = 1;

  /** Rows between milestones: a tick reads up to that many more, and writes that many fewer. */
  private static final int SPACING = 128;

  private final WindowLayout layout;
  private final List<WindowCall> calls;
  private final RowType outputType;
  private final WindowEvaluation evaluation;
  private final List<WindowReach> back;
  private final List<WindowReach> on;

  /** What else is looked at before a row where calls go on from milestones, else null. */
  private final @Nullable List<WindowReach> besides;

  private final int spacing;

  /** The calls over rows with equal cells in the columns of {@code partition}, in an order. */
  public Window(
      RowType type, List<Integer> partition, List<SortColumn> order, List<WindowCall> calls) {
    this(type, partition, order, calls, SPACING);
  }

  /**
   * The same.
   *
   * @param spacing how many rows lie between milestones, 0 for none
   */
  Window(
      RowType type,
      List<Integer> partition,
      List<SortColumn> order,
      List<WindowCall> calls,
      int spacing) {
    this.layout = new WindowLayout(type, partition, order);
    this.calls = List.copyOf(calls);
    List<ColumnType> columns = new ArrayList<>(type.columns());
    calls.forEach(call -> columns.add(call.type()));
    this.outputType = RowType.of(columns);
    this.evaluation = new WindowEvaluation(layout, this.calls, outputType);
    this.back = WindowReach.of(this.calls, layout, false);
    this.on = WindowReach.of(this.calls, layout, true);
    this.besides = spacing > 0 ? WindowReach.besidesRunning(this.calls, layout) : null;
    this.spacing = besides == null ? 0 : spacing;
  }

  /** The input's columns that tell partitions apart. */
  public List<Integer> partition() {
    return layout.partition();
  }

  @Override
  public String name() {
    return "Window";
  }

  @Override
  public String describe() {
    String within = layout.partition().isEmpty() ? "" : "within " + layout.partition() + " ";
    return within + "by " + layout.order() + " computing " + calls;
  }

  @Override
  public RowType outputType() {
    return outputType;
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    TraceSpec rows = new TraceSpec.Projection(0, layout.key());
    return besides == null ? List.of(rows) : List.of(rows, new TraceSpec.State());
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> new WindowQuery(layout, evaluation, context).run(inputs.get(0)));
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    if (besides == null) {
      return new WindowTick(layout, back, back, on, null, evaluation, context).run();
    }
    WindowMilestones milestones = new WindowMilestones(layout, calls, spacing, context);
    return new WindowTick(layout, back, besides, on, milestones, evaluation, context).run();
  }

  @Override
  public void write(CircuitWriter out) {
    if (spacing == 0) {
      OperatorCodec.Tag.WINDOW.begin(out);
    } else {
      OperatorCodec.Tag.WINDOW_WITH_MILESTONES.begin(out).writeInt(spacing);
    }
    out.writeRowType(layout.type()).writeInts(layout.partition());
    SortColumn.writeAll(layout.order(), out);
    out.writeInt(calls.size());
    calls.forEach(call -> call.write(out));
  }

  static Operator read(CircuitReader in) {
    return read(in, 0);
  }

  static Operator readWithMilestones(CircuitReader in) {
    return read(in, in.readInt());
  }

  private static Operator read(CircuitReader in, int spacing) {
    RowType type = in.readRowType();
    List<Integer> partition = in.readIntList();
    List<SortColumn> order = SortColumn.readAll(in);
    int size = in.readSize();
    List<WindowCall> calls = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      calls.add(WindowCall.read(in));
    }
    return new Window(type, partition, order, calls, spacing);
  }
}
