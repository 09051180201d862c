package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;

/** {@code IS NULL}, or {@code IS NOT NULL} if negated; also IS [NOT] UNKNOWN of a condition. */
public record IsNull(Expr operand, boolean negated) implements Expr {
  @Override
  public ColumnType type() {
    return ColumnType.of(CellType.BOOLEAN).notNull();
  }

  @Override
  public Object evaluate(EvaluationFrame frame) {
    return (operand.evaluate(frame) == null) != negated;
  }

  @Override
  public List<Expr> children() {
    return List.of(operand);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new IsNull(children.get(0), negated);
  }

  @Override
  public String toString() {
    return "(" + operand + (negated ? " IS NOT NULL)" : " IS NULL)");
  }
}
