package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;

/**
 * A constant bag c: {@code Q() = c}, and {@code Q^Δ} is the stream {@code c, 0, 0, …}.
 *
 * <p>A constant over no inputs; no state, since an operator without inputs runs in the first tick
 * alone. Cost: O(|c|), once.
 */
public final class Values implements Operator {
  private final RowType outputType;
  private final ZSet rows;

  /** The constant bag {@code rows} of rows of this type. */
  public Values(RowType outputType, ZSet rows) {
    if (!rows.isBag()) {
      throw new AssertionError("constant rows must form a bag but were " + rows);
    }
    this.outputType = outputType;
    this.rows = rows;
  }

  /** The rows and how often each stands there. */
  public ZSet rows() {
    return rows;
  }

  @Override
  public String name() {
    return "Values";
  }

  @Override
  public String describe() {
    return rows.totalWeight() == 1 ? "1 row" : rows.totalWeight() + " rows";
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
    return List.of();
  }

  @Override
  public boolean emitsOverNothing() {
    return true;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new ZSetCursor(rows);
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    return rows;
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.VALUES.begin(out).writeRowType(outputType).writeInt(rows.size());
    rows.forEach((row, weight) -> out.writeBytes(row).writeLong(weight));
  }

  static Operator read(CircuitReader in) {
    RowType type = in.readRowType();
    int size = in.readSize();
    ZSetBuilder rows = new ZSetBuilder(size);
    for (int i = 0; i < size; i++) {
      rows.add(in.readBytes(), in.readLong());
    }
    return new Values(type, rows.build());
  }
}
