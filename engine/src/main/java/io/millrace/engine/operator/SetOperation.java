package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.Recompute;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * INTERSECT and EXCEPT of n inputs, with and without ALL: {@code Q(a, b, …)[x] = f(a[x], b[x], …)},
 * {@code Q^Δ[x] = f(a′[x], b′[x], …) − f(a[x], b[x], …)} for the rows x of any Δ.
 *
 * <p>Row by row, on bags, with [c] = 1 if c holds, else 0:
 *
 * <ul>
 *   <li>INTERSECT ALL: min(a, b, …); INTERSECT: [all &gt; 0];
 *   <li>EXCEPT ALL: max(0, a − b − …), which is max(0, max(0, a − b) − …) on bags;
 *   <li>EXCEPT: [a &gt; 0 and no other is]. It is not distinct(a − b): 3 − 1 would stay.
 * </ul>
 *
 * <p>Non-linear; keeps the integral of each input. NULLs are equal. Cost: O(|Δ| n log).
 *
 * <p>Source: theory.md section 3.
 */
public final class SetOperation implements Operator {
  /** What is done with the weights of a row. */
  public enum Kind {
    INTERSECT(1),
    INTERSECT_ALL(2),
    EXCEPT(3),
    EXCEPT_ALL(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  private final Kind kind;
  private final int inputCount;
  private final RowType type;

  /** The operation on inputs that all have the same row type. */
  public SetOperation(Kind kind, int inputCount, RowType type) {
    this.kind = kind;
    this.inputCount = inputCount;
    this.type = type;
  }

  /** Whether the order of its inputs makes no difference. */
  public boolean isSymmetric() {
    return kind == Kind.INTERSECT || kind == Kind.INTERSECT_ALL;
  }

  @Override
  public String name() {
    return switch (kind) {
      case INTERSECT -> "Intersect";
      case INTERSECT_ALL -> "IntersectAll";
      case EXCEPT -> "Except";
      case EXCEPT_ALL -> "ExceptAll";
    };
  }

  @Override
  public String describe() {
    return "";
  }

  @Override
  public RowType outputType() {
    return type;
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return Recompute.traces(inputCount);
  }

  private long weight(long[] weights) {
    return switch (kind) {
      case INTERSECT -> Math.min(1, min(weights));
      case INTERSECT_ALL -> min(weights);
      case EXCEPT -> sumOfOthers(weights) == 0 ? Math.min(1, weights[0]) : 0;
      case EXCEPT_ALL -> Math.max(0, weights[0] - sumOfOthers(weights));
    };
  }

  private static long min(long[] weights) {
    long min = Long.MAX_VALUE;
    for (long weight : weights) {
      min = Math.min(min, weight);
    }
    return min;
  }

  private static long sumOfOthers(long[] weights) {
    long sum = 0;
    for (int i = 1; i < weights.length; i++) {
      sum = Math.addExact(sum, weights[i]);
    }
    return sum;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          TreeMap<byte[], long[]> weights = new TreeMap<>(RowOrder.COMPARATOR);
          for (int i = 0; i < inputCount; i++) {
            Cursor rows = inputs.get(i).open();
            while (rows.next()) {
              context.checkCanceled();
              long[] of = weights.computeIfAbsent(rows.row(), row -> new long[inputCount]);
              of[i] = Math.addExact(of[i], rows.weight());
            }
          }
          ZSetBuilder output = new ZSetBuilder(weights.size());
          weights.forEach((row, of) -> output.add(row, weight(of)));
          return new ZSetCursor(output.build());
        });
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    NavigableSet<byte[]> changed = new TreeSet<>(RowOrder.COMPARATOR);
    deltas.forEach(delta -> delta.forEach((row, weight) -> changed.add(row)));
    ZSetBuilder output = new ZSetBuilder(changed.size());
    long[] before = new long[inputCount];
    long[] after = new long[inputCount];
    for (byte[] row : changed) {
      context.checkCanceled();
      for (int i = 0; i < inputCount; i++) {
        before[i] = context.trace(i).weight(row);
        after[i] = Math.addExact(before[i], deltas.get(i).weight(row));
      }
      output.add(row, weight(after) - weight(before));
    }
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.SET_OPERATION.begin(out).writeInt(kind.code);
    out.writeInt(inputCount).writeRowType(type);
  }

  static Operator read(CircuitReader in) {
    return new SetOperation(readKind(in), in.readInt(), in.readRowType());
  }

  private static Kind readKind(CircuitReader in) {
    int code = in.readInt();
    for (Kind kind : Kind.values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw in.corrupted("there is no set operation " + code);
  }
}
