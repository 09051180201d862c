package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** COALESCE: the first value that is not NULL; nothing behind it is evaluated. */
public record Coalesce(List<Expr> children, ColumnType type) implements Expr {
  public Coalesce {
    children = List.copyOf(children);
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    for (int i = 0; i < children.size(); i++) {
      Object value = children.get(i).evaluate(frame);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  @Override
  public Expr withChildren(List<Expr> newChildren) {
    return new Coalesce(newChildren, type);
  }

  @Override
  public String toString() {
    return children.stream()
        .map(Expr::toString)
        .collect(Collectors.joining(", ", "COALESCE(", ")"));
  }
}
