package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code IS DISTINCT FROM}, or IS NOT DISTINCT FROM if negated: NULLs are equal; never NULL. */
public final class IsDistinct implements Expr {
  private final Expr left;
  private final Expr right;
  private final boolean negated;
  private final CellOrder order;

  IsDistinct(Expr left, Expr right, boolean negated) {
    this.left = left;
    this.right = right;
    this.negated = negated;
    this.order = CellOrder.of(left.type(), right.type());
  }

  public Expr left() {
    return left;
  }

  public Expr right() {
    return right;
  }

  /** Whether this is IS NOT DISTINCT FROM. */
  public boolean negated() {
    return negated;
  }

  @Override
  public ColumnType type() {
    return ColumnType.of(CellType.BOOLEAN).notNull();
  }

  @Override
  public Object evaluate(EvaluationFrame frame) {
    Object a = left.evaluate(frame);
    Object b = right.evaluate(frame);
    boolean distinct = (a == null || b == null) ? a != b : order.compare(a, b) != 0;
    return distinct != negated;
  }

  @Override
  public List<Expr> children() {
    return List.of(left, right);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new IsDistinct(children.get(0), children.get(1), negated);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IsDistinct that
        && negated == that.negated
        && left.equals(that.left)
        && right.equals(that.right);
  }

  @Override
  public int hashCode() {
    return (31 * left.hashCode() + right.hashCode()) * 31 + (negated ? 7 : 8);
  }

  @Override
  public String toString() {
    return "(" + left + (negated ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ") + right + ")";
  }
}
