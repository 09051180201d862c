package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cast that depends on nothing but its operand. Casts that also need a time zone are calls;
 * {@link Exprs#cast} chooses.
 */
public final class Cast implements Expr {
  private final Expr operand;
  private final ColumnType type;
  private final CastMode mode;
  private final @Nullable String column;
  private final Unary conversion;

  /**
   * @param column the column assigned to, for messages
   */
  Cast(Expr operand, ColumnType type, CastMode mode, @Nullable String column) {
    this.operand = operand;
    this.type = type.withNullable(operand.type().nullable() || mode == CastMode.SAFE);
    this.mode = mode;
    this.column = column;
    this.conversion = Casts.conversion(operand.type(), type, mode, column);
  }

  public Expr operand() {
    return operand;
  }

  public CastMode mode() {
    return mode;
  }

  /** The column assigned to, if that is known. */
  @Nullable String column() {
    return column;
  }

  @Override
  public ColumnType type() {
    return type;
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    if (mode == CastMode.SAFE) {
      return evaluateSafely(frame);
    }
    Object value = operand.evaluate(frame);
    return value == null ? null : conversion.apply(value);
  }

  private @Nullable Object evaluateSafely(EvaluationFrame frame) {
    Object value = operand.evaluate(frame);
    try {
      return value == null ? null : conversion.apply(value);
    } catch (DatabaseException e) {
      return null;
    }
  }

  @Override
  public List<Expr> children() {
    return List.of(operand);
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return new Cast(children.get(0), type, mode, column);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cast that
        && mode == that.mode
        && type.equals(that.type)
        && Objects.equals(column, that.column)
        && operand.equals(that.operand);
  }

  @Override
  public int hashCode() {
    return 31 * operand.hashCode() + type.hashCode();
  }

  @Override
  public String toString() {
    String name = mode == CastMode.SAFE ? "TRY_CAST(" : "CAST(";
    return name + operand + " AS " + Failures.nameOf(type) + ")";
  }
}
