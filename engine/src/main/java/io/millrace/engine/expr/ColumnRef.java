package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of the current row. */
public record ColumnRef(int index, ColumnType type) implements Expr {
  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    return frame.cell(index);
  }

  @Override
  public List<Expr> children() {
    return List.of();
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return this;
  }

  @Override
  public String toString() {
    return "$" + index;
  }
}
