package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;

/**
 * Rows as often as one of their columns says: {@code Q(a)[r] = a[r] · r.n}, {@code Q^Δ(Δa) =
 * Q(Δa)}. It undoes a grouping that counted its rows, as far as the group's columns go.
 *
 * <p>Linear, no state. A row whose count is NULL or 0 is dropped; a negative count is an error of
 * who asks for it, and makes negative weights. Cost: O(|Δ|). A weight that leaves 64 bits is an
 * ArithmeticException, which commit and query map to 22003.
 */
public final class Repeat implements Operator {
  private final RowType type;
  private final int column;

  /** Repeats rows by a column, which must be a whole number. */
  public Repeat(RowType type, int column) {
    if (type.column(column).type().cellClass() != Long.class
        || type.column(column).type() == CellType.BOOLEAN) {
      throw new AssertionError("a count must be a whole number but is " + type.column(column));
    }
    this.type = type;
    this.column = column;
  }

  @Override
  public String name() {
    return "Repeat";
  }

  @Override
  public String describe() {
    return "$" + column + " times";
  }

  @Override
  public RowType outputType() {
    return type;
  }

  @Override
  public Linearity linearity() {
    return Linearity.LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return List.of();
  }

  private long count(byte[] row) {
    Object cell = type.get(row, column);
    return cell == null ? 0 : (Long) cell;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    Cursor rows = inputs.get(0).open();
    return new Cursor() {
      @Override
      public boolean next() {
        context.checkCanceled();
        while (rows.next()) {
          if (count(rows.row()) != 0) {
            return true;
          }
        }
        return false;
      }

      @Override
      public byte[] row() {
        return rows.row();
      }

      @Override
      public long weight() {
        return Math.multiplyExact(rows.weight(), count(rows.row()));
      }
    };
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    ZSetBuilder output = new ZSetBuilder(deltas.get(0).size());
    deltas
        .get(0)
        .forEach(
            (row, weight) -> {
              context.checkCanceled();
              output.add(row, Math.multiplyExact(weight, count(row)));
            });
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.REPEAT.begin(out).writeRowType(type).writeInt(column);
  }

  static Operator read(CircuitReader in) {
    return new Repeat(in.readRowType(), in.readInt());
  }
}
