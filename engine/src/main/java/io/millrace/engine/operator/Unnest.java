package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.row.RowWriter;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UNNEST of arrays that each row has: a flat map, {@code Q(a) = Σ a[r] · elements(r)}, {@code
 * Q^Δ(Δa) = Q(Δa)}.
 *
 * <p>A row of the input becomes one for each place in its longest array: some of its columns, then
 * the elements of each array at that place, NULL where an array is shorter, then the place itself
 * from 1, if that is wanted. Elements that are rows become a column for each field. An array that
 * is NULL has no elements. An outer Unnest gives a row without elements once, with NULLs: one for
 * none of whose elements the condition is TRUE.
 *
 * <p>Linear, no state: what a row becomes depends on that row alone, with its weight. Cost:
 * O(output log output); of the output of {@link #evaluate} one row is in memory at a time.
 */
public final class Unnest implements Operator {
  private final RowType inputType;
  private final List<Integer> kept;
  private final List<Expr> arrays;
  private final boolean ordinality;
  private final boolean outer;
  private final @Nullable Expr condition;
  private final RowType outputType;

  /**
   * @param kept the columns of the input that come first in the output
   * @param arrays over rows of the input, each of an ARRAY type
   * @param condition over rows of the output, which only an outer Unnest has; else null
   */
  public Unnest(
      RowType inputType,
      List<Integer> kept,
      List<Expr> arrays,
      boolean ordinality,
      boolean outer,
      @Nullable Expr condition) {
    if (condition != null && !outer) {
      throw new AssertionError("a condition that a Filter can test: " + condition);
    }
    this.inputType = inputType;
    this.kept = List.copyOf(kept);
    this.arrays = List.copyOf(arrays);
    this.ordinality = ordinality;
    this.outer = outer;
    this.condition = condition;
    this.outputType = outputType(inputType, kept, arrays, ordinality, outer);
  }

  /** The type of the rows of such an Unnest. */
  public static RowType outputType(
      RowType inputType, List<Integer> kept, List<Expr> arrays, boolean ordinality, boolean outer) {
    List<ColumnType> columns = new ArrayList<>();
    kept.forEach(column -> columns.add(inputType.column(column)));
    arrays.forEach(array -> columns.addAll(elementColumns(array.type())));
    if (ordinality) {
      columns.add(ColumnType.of(CellType.INTEGER).withNullable(outer));
    }
    return RowType.of(columns);
  }

  /** The columns that the elements of an array become. */
  private static List<ColumnType> elementColumns(ColumnType array) {
    ColumnType element = array.element();
    return element.type() == CellType.ROW ? element.parts() : List.of(element);
  }

  @Override
  public String name() {
    return outer ? "OuterUnnest" : "Unnest";
  }

  @Override
  public String describe() {
    return kept
        + " "
        + arrays
        + (ordinality ? " with ordinality" : "")
        + (condition == null ? "" : " on " + condition);
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

  /** The rows that one row of the input becomes, one at a time. */
  private final class Elements {
    private final EvaluationFrame input;
    private final EvaluationFrame output;
    private final Runnable checkCanceled;
    private final RowWriter writer = new RowWriter(outputType);
    private final List<List<?>> lists = new ArrayList<>();
    private byte[] source = {};
    private byte[] row = {};
    private int size;
    private int next;

    /** Whether the row has become one already; there is none at first. */
    private boolean found = true;

    Elements(EvaluationFrame input, EvaluationFrame output, Runnable checkCanceled) {
      this.input = input;
      this.output = output;
      this.checkCanceled = checkCanceled;
    }

    void of(byte[] inputRow) {
      source = inputRow;
      lists.clear();
      size = 0;
      next = 0;
      found = false;
      input.at(inputRow);
      for (Expr array : arrays) {
        Object cells = array.evaluate(input);
        List<?> list = cells == null ? List.of() : (List<?>) cells;
        lists.add(list);
        size = Math.max(size, list.size());
      }
    }

    boolean advance() {
      while (next < size) {
        checkCanceled.run();
        row = write(next++);
        if (condition == null || Boolean.TRUE.equals(condition.evaluate(output.at(row)))) {
          found = true;
          return true;
        }
      }
      if (outer && !found && next == size) {
        found = true;
        row = write(next++);
        return true;
      }
      return false;
    }

    /** The row of a place; behind the last all elements and the place are NULL. */
    private byte[] write(int place) {
      for (int column : kept) {
        writer.copy(inputType, source, column);
      }
      for (int i = 0; i < lists.size(); i++) {
        List<?> list = lists.get(i);
        writeElement(arrays.get(i).type(), place < list.size() ? list.get(place) : null);
      }
      if (ordinality) {
        writer.put(place < size ? (Long) (place + 1L) : null);
      }
      return writer.row();
    }

    private void writeElement(ColumnType array, @Nullable Object cell) {
      ColumnType element = array.element();
      if (element.type() != CellType.ROW) {
        writer.put(cell);
        return;
      }
      for (int field = 0; field < element.parts().size(); field++) {
        writer.put(cell == null ? null : ((List<?>) cell).get(field));
      }
    }
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    Cursor rows = inputs.get(0).open();
    Elements elements =
        new Elements(context.frame(inputType), context.frame(outputType), context::checkCanceled);
    return new Cursor() {
      @Override
      public boolean next() {
        while (!elements.advance()) {
          context.checkCanceled();
          if (!rows.next()) {
            return false;
          }
          elements.of(rows.row());
        }
        return true;
      }

      @Override
      public byte[] row() {
        return elements.row;
      }

      @Override
      public long weight() {
        return rows.weight();
      }
    };
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    Elements elements =
        new Elements(context.frame(inputType), context.frame(outputType), context::checkCanceled);
    ZSet delta = deltas.get(0);
    ZSetBuilder output = new ZSetBuilder(delta.size());
    for (int i = 0; i < delta.size(); i++) {
      elements.of(delta.row(i));
      while (elements.advance()) {
        output.add(elements.row, delta.weight(i));
      }
    }
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.UNNEST
        .begin(out)
        .writeRowType(inputType)
        .writeInts(kept)
        .writeExprs(arrays)
        .writeBoolean(ordinality)
        .writeBoolean(outer)
        .writeExprs(condition == null ? List.of() : List.of(condition));
  }

  static Operator read(CircuitReader in) {
    RowType inputType = in.readRowType();
    List<Integer> kept = in.readIntList();
    List<Expr> arrays = in.readExprs();
    boolean ordinality = in.readBoolean();
    boolean outer = in.readBoolean();
    List<Expr> condition = in.readExprs();
    return new Unnest(
        inputType, kept, arrays, ordinality, outer, condition.isEmpty() ? null : condition.get(0));
  }
}
