package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code ?} of the statement, by its place from 0; its value has the inferred type already. */
public record Parameter(int index, ColumnType type) implements Expr {
  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    return frame.parameter(index);
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
    return "?" + index;
  }
}
