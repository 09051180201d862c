package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT list, one row out for each row in: {@code Q(a) = π(a)}, {@code Q^Δ(Δa) = π(Δa)}.
 *
 * <p>Linear, no state: deleting a row evaluates the expressions over it again, and they give the
 * same bytes. Expressions see consolidated deltas, so they fail for rows of nonzero net weight
 * only. Where all expressions are columns, bytes are copied and nothing is decoded.
 *
 * <p>Cost: O(|Δ| (expressions + log |Δ|)).
 */
public final class Map implements Operator {
  private final RowType inputType;
  private final List<Expr> expressions;
  private final RowType outputType;

  /** Copies columns, if the expressions are nothing but columns. */
  private final @Nullable RowConcat copy;

  /**
   * The expressions over rows of a type. An expression's type is that of its output column; a
   * {@link ColumnRef} may be nullable where its column is not.
   */
  public Map(RowType inputType, List<Expr> expressions) {
    this.inputType = inputType;
    this.expressions = List.copyOf(expressions);
    this.outputType = RowType.of(expressions.stream().map(Expr::type).toArray(ColumnType[]::new));
    boolean copies = expressions.stream().allMatch(e -> e instanceof ColumnRef);
    this.copy = copies ? copyOf(inputType, expressions, outputType) : null;
  }

  private static RowConcat copyOf(RowType input, List<Expr> columns, RowType output) {
    int[] indexes = columns.stream().mapToInt(e -> ((ColumnRef) e).index()).toArray();
    return new RowConcat(input, RowType.of(), indexes, output);
  }

  public List<Expr> expressions() {
    return expressions;
  }

  @Override
  public String name() {
    return "Map";
  }

  @Override
  public String describe() {
    return expressions.toString();
  }

  @Override
  public RowType outputType() {
    return outputType;
  }

  @Override
  public Linearity linearity() {
    return Linearity.LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return List.of();
  }

  private UnaryOperator<byte[]> function(EvaluationFrame frame) {
    if (copy != null) {
      byte[] nothing = {};
      RowConcat copier = copy;
      return row -> copier.apply(row, nothing);
    }
    return row -> {
      frame.at(row);
      @Nullable Object[] cells = new @Nullable Object[expressions.size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = expressions.get(i).evaluate(frame);
      }
      return outputType.encode(cells);
    };
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    UnaryOperator<byte[]> function = function(context.frame(inputType));
    return new MappedCursor(inputs.get(0).open(), function, context::checkCanceled);
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    UnaryOperator<byte[]> function = function(context.frame(inputType));
    ZSet delta = deltas.get(0);
    ZSetBuilder output = new ZSetBuilder(delta.size());
    for (int i = 0; i < delta.size(); i++) {
      context.checkCanceled();
      output.add(function.apply(delta.row(i)), delta.weight(i));
    }
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.MAP.begin(out).writeRowType(inputType).writeExprs(expressions);
  }

  static Operator read(CircuitReader in) {
    return new Map(in.readRowType(), in.readExprs());
  }
}
