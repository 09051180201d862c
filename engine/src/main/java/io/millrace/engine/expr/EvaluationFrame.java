package io.millrace.engine.expr;

import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link Expr} is evaluated against: the current row, the statement's parameters and the
 * values that are fixed for the statement. One thread at a time; reused from row to row.
 */
public final class EvaluationFrame {
  private static final byte[] NO_ROW = new byte[0];

  private final RowType rowType;
  private final List<@Nullable Object> parameters;
  private final StatementValues statement;
  private byte[] row = NO_ROW;

  public EvaluationFrame(
      RowType rowType, List<@Nullable Object> parameters, StatementValues statement) {
    this.rowType = rowType;
    this.parameters = parameters;
    this.statement = statement;
  }

  /** A frame without parameters, for circuits: a view has none and calls nothing volatile. */
  public static EvaluationFrame of(RowType rowType) {
    return new EvaluationFrame(rowType, List.of(), StatementValues.NONE);
  }

  /** A frame for the same rows whose parameters from {@code first} on have these values. */
  public EvaluationFrame withParameters(int first, List<@Nullable Object> values) {
    List<@Nullable Object> all = new ArrayList<>(first + values.size());
    for (int i = 0; i < first; i++) {
      all.add(i < parameters.size() ? parameters.get(i) : null);
    }
    all.addAll(values);
    return new EvaluationFrame(rowType, all, statement);
  }

  /** Moves to another row of the same type, and returns this. */
  public EvaluationFrame at(byte[] newRow) {
    row = newRow;
    return this;
  }

  /** The cell of a column of the current row. */
  public @Nullable Object cell(int column) {
    return rowType.get(row, column);
  }

  /** The value of parameter {@code index} (from 0), already of its inferred type. */
  public @Nullable Object parameter(int index) {
    return parameters.get(index);
  }

  /** The clock, zone and user as the statement sees them. */
  public StatementValues statement() {
    return statement;
  }
}
