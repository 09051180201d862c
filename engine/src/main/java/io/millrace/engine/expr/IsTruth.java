package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;

/**
 * {@code IS [NOT] TRUE} and {@code IS [NOT] FALSE} of a condition.
 *
 * @param truth which of TRUE and FALSE is asked for
 */
public record IsTruth(Expr operand, boolean truth, boolean negated) implements Expr {
  @Override
  public ColumnType type() {
    return ColumnType.of(CellType.BOOLEAN).notNull();
  }

  @Override
  public Object evaluate(EvaluationFrame frame) {
    Object value = operand.evaluate(frame);
    return (value != null && (Boolean) value == truth) != negated;
  }

  @Override
  public List<Expr> children() {
    return List.of(operand);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new IsTruth(children.get(0), truth, negated);
  }

  @Override
  public String toString() {
    return "(" + operand + (negated ? " IS NOT " : " IS ") + (truth ? "TRUE)" : "FALSE)");
  }
}
