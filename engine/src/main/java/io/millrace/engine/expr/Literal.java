package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A constant: a cell in the normal form of its type, or NULL. Equality is that of cells, so byte
 * strings and lists of them compare by content.
 */
public final class Literal implements Expr {
  private final @Nullable Object value;
  private final ColumnType type;

  /**
   * @throws io.millrace.storage.row.RowException if the type can't hold the value
   */
  Literal(@Nullable Object value, ColumnType type) {
    this.type = type.withNullable(value == null);
    this.value = this.type.normalize(value);
  }

  /** The cell; null for NULL. A byte array must not be changed. */
  public @Nullable Object value() {
    return value;
  }

  @Override
  public ColumnType type() {
    return type;
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    return value;
  }

  @Override
  public List<Expr> children() {
    return List.of();
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    return this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Literal that && type.equals(that.type) && isSameCell(that.value);
  }

  private boolean isSameCell(@Nullable Object other) {
    if (value == null || other == null) {
      return value == null && other == null;
    }
    return type.compare(value, other) == 0;
  }

  @Override
  public int hashCode() {
    int hash =
        value instanceof byte[] bytes
            ? bytes.length
            : value instanceof List<?> list ? list.size() : Objects.hashCode(value);
    return 31 * type.hashCode() + hash;
  }

  @Override
  public String toString() {
    return CellText.quote(type, value);
  }
}
