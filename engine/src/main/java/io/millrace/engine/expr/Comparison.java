package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code left OP right}; NULL if either side is. Types may differ as far as {@link Types#common}
 * knows a common one, in which the two are then compared. Text is compared by code points, as it
 * is: blanks at the end count, but CHAR cells have none. Lists compare as in {@link ListOrder}.
 */
public final class Comparison implements Expr {
  private final ComparisonOperator operator;
  private final Expr left;
  private final Expr right;
  private final CellOrder order;
  private final ColumnType type;

  Comparison(ComparisonOperator operator, Expr left, Expr right) {
    this.operator = operator;
    this.left = left;
    this.right = right;
    this.order = CellOrder.of(left.type(), right.type());
    this.type =
        ColumnType.of(CellType.BOOLEAN)
            .withNullable(
                left.type().nullable() || right.type().nullable() || order.mayBeUnknown());
  }

  public ComparisonOperator operator() {
    return operator;
  }

  public Expr left() {
    return left;
  }

  public Expr right() {
    return right;
  }

  @Override
  public ColumnType type() {
    return type;
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    Object a = left.evaluate(frame);
    if (a == null) {
      return null;
    }
    Object b = right.evaluate(frame);
    if (b == null) {
      return null;
    }
    if (order == ScalarOrder.LONG) {
      return operator.holds(Long.compare((Long) a, (Long) b));
    }
    if (order == ScalarOrder.TEXT) {
      if (operator == ComparisonOperator.EQUAL) {
        return a.equals(b);
      }
      if (operator == ComparisonOperator.NOT_EQUAL) {
        return !a.equals(b);
      }
    }
    return order.holds(operator, a, b);
  }

  @Override
  public List<Expr> children() {
    return List.of(left, right);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new Comparison(operator, children.get(0), children.get(1));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Comparison that
        && operator == that.operator
        && left.equals(that.left)
        && right.equals(that.right);
  }

  @Override
  public int hashCode() {
    return (31 * left.hashCode() + right.hashCode()) * 31 + operator.code();
  }

  @Override
  public String toString() {
    return "(" + left + " " + operator + " " + right + ")";
  }
}
