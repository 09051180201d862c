package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call of a function of the table. */
public final class Call implements Expr {
  private final Function function;
  private final List<Expr> children;
  private final ColumnType type;
  private final Evaluation evaluation;

  Call(Function function, List<Expr> arguments, ColumnType type) {
    this.function = function;
    this.children = List.copyOf(arguments);
    this.type = type;
    this.evaluation = function.bind(children, type);
  }

  public Function function() {
    return function;
  }

  /** Whether a constant argument makes it NULL for every row. */
  @SuppressWarnings("ReferenceEquality") // one object stands for it
  boolean isNull() {
    return evaluation == Strict.NULL;
  }

  @Override
  public ColumnType type() {
    return type;
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    return evaluation.evaluate(frame);
  }

  @Override
  public List<Expr> children() {
    return children;
  }

  @Override
  public Expr withChildren(List<Expr> newChildren) {
    return new Call(function, newChildren, type);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Call that
        && function.name().equals(that.function.name())
        && type.equals(that.type)
        && children.equals(that.children);
  }

  @Override
  public int hashCode() {
    return 31 * children.hashCode() + function.name().hashCode();
  }

  @Override
  public String toString() {
    String name = function.name();
    if (children.size() == 2 && !Character.isLetter(name.charAt(0))) {
      return "(" + children.get(0) + " " + name + " " + children.get(1) + ")";
    }
    return children.stream().map(Expr::toString).collect(Collectors.joining(", ", name + "(", ")"));
  }
}
