package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * AND of two or more conditions, from left to right until one is FALSE: FALSE if any is, else NULL
 * if any is, else TRUE.
 */
public record And(List<Expr> children) implements Expr {
  public And {
    children = List.copyOf(children);
  }

  @Override
  public ColumnType type() {
    return ColumnType.of(CellType.BOOLEAN).withNullable(Exprs.anyNullable(children));
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    Boolean all = Boolean.TRUE;
    for (int i = 0; i < children.size(); i++) {
      Object one = children.get(i).evaluate(frame);
      if (one == null) {
        all = null;
      } else if (!(Boolean) one) {
        return false;
      }
    }
    return all;
  }

  @Override
  public Expr withChildren(List<Expr> newChildren) {
    return new And(newChildren);
  }

  @Override
  public String toString() {
    return children.stream().map(Expr::toString).collect(Collectors.joining(" AND ", "(", ")"));
  }
}
