package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** NOT of a condition; NULL stays NULL. */
public record Not(Expr operand) implements Expr {
  @Override
  public ColumnType type() {
    return operand.type();
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    Object value = operand.evaluate(frame);
    return value == null ? null : !(Boolean) value;
  }

  @Override
  public List<Expr> children() {
    return List.of(operand);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new Not(children.get(0));
  }

  @Override
  public String toString() {
    return "NOT " + operand;
  }
}
