package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * OR of two or more conditions, from left to right until one is TRUE: TRUE if any is, else NULL if
 * any is, else FALSE.
 */
public record Or(List<Expr> children) implements Expr {
  public Or {
    children = List.copyOf(children);
  }

  @Override
  public ColumnType type() {
    return ColumnType.of(CellType.BOOLEAN).withNullable(Exprs.anyNullable(children));
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    Boolean any = Boolean.FALSE;
    for (int i = 0; i < children.size(); i++) {
      Object one = children.get(i).evaluate(frame);
      if (one == null) {
        any = null;
      } else if ((Boolean) one) {
        return true;
      }
    }
    return any;
  }

  @Override
  public Expr withChildren(List<Expr> newChildren) {
    return new Or(newChildren);
  }

  @Override
  public String toString() {
    return children.stream().map(Expr::toString).collect(Collectors.joining(" OR ", "(", ")"));
  }
}
