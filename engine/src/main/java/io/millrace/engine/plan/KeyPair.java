package io.millrace.engine.plan;

import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsDistinct;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.Optional;

/**
 * Two sides of an equality that may serve as join keys: neither can fail, and both have types whose
 * equal cells are equal bytes.
 *
 * @param nullSafe whether two NULLs are equal
 */
record KeyPair(Expr left, Expr right, boolean nullSafe) {

  /** The key pair that a conjunct is, its sides cast to a common type where they need it. */
  static Optional<KeyPair> of(Expr conjunct) {
    Expr left;
    Expr right;
    boolean nullSafe;
    if (conjunct instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL
        // NULL in a row value equals nothing here, but itself in a key.
        && comparison.left().type().type() != CellType.ROW) {
      left = comparison.left();
      right = comparison.right();
      nullSafe = false;
    } else if (conjunct instanceof IsDistinct test && test.negated()) {
      left = test.left();
      right = test.right();
      nullSafe = left.type().nullable() || right.type().nullable();
    } else {
      return Optional.empty();
    }
    ColumnType common = Types.common(left.type(), right.type()).orElse(null);
    if (common == null) {
      return Optional.empty();
    }
    if (!left.type().hasKeysOf(right.type())) {
      left = inType(left, common);
      right = inType(right, common);
    }
    boolean usable = Predicates.isMovable(left) && Predicates.isMovable(right);
    return usable ? Optional.of(new KeyPair(left, right, nullSafe)) : Optional.empty();
  }

  /**
   * Whether two NULLs can meet and be equal. If not, {@code =} finds the same pairs, and only a
   * mark join tells FALSE from UNKNOWN.
   */
  boolean matchesNulls() {
    return nullSafe && left.type().nullable() && right.type().nullable();
  }

  KeyPair swapped() {
    return new KeyPair(right, left, nullSafe);
  }

  private static Expr inType(Expr side, ColumnType common) {
    return side.type().hasKeysOf(common)
        ? side
        : Exprs.cast(side, common.withNullable(side.type().nullable()));
  }
}
