package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the cells of two types are compared: each order is the one that holds after a cast of both to
 * {@link Types#common their common type}, so that a comparison and a join on encoded keys agree.
 */
interface CellOrder {
  /** The order of two cells, neither of them null. */
  int compare(Object a, Object b);

  /** Whether {@link #holds} may be unknown. */
  default boolean mayBeUnknown() {
    return false;
  }

  /**
   * Whether the operator holds between two cells, neither of them null; null if that is unknown.
   */
  default @Nullable Boolean holds(ComparisonOperator operator, Object a, Object b) {
    return operator.holds(compare(a, b));
  }

  /**
   * The order between two types.
   *
   * @throws io.millrace.engine.error.DatabaseException 42804 if there is none
   */
  static CellOrder of(ColumnType left, ColumnType right) {
    CellType a = left.type();
    CellType b = right.type();
    if (Types.isNumeric(a) && Types.isNumeric(b)) {
      return ofNumbers(a, b);
    }
    if (Types.isText(a) && Types.isText(b)) {
      return ScalarOrder.TEXT;
    }
    if (Types.isBinary(a) && Types.isBinary(b)) {
      return ScalarOrder.BYTES;
    }
    if (a == CellType.DATE && b == CellType.TIMESTAMP) {
      return ScalarOrder.DATE_TIMESTAMP;
    }
    if (a == CellType.TIMESTAMP && b == CellType.DATE) {
      return ScalarOrder.TIMESTAMP_DATE;
    }
    if (a == b && a.hasParts()) {
      return ofLists(left, right);
    }
    if (a != b) {
      throw Failures.mismatch("The right side of a comparison", right, left.type().sqlName());
    }
    return ofSame(left);
  }

  private static CellOrder ofNumbers(CellType a, CellType b) {
    if (Types.isApproximate(a) || Types.isApproximate(b)) {
      return ScalarOrder.DOUBLE;
    }
    if (a == CellType.DECIMAL) {
      return b == CellType.DECIMAL ? ScalarOrder.DECIMAL : ScalarOrder.EXACT;
    }
    return b == CellType.DECIMAL ? ScalarOrder.EXACT : ScalarOrder.LONG;
  }

  private static CellOrder ofLists(ColumnType left, ColumnType right) {
    if (left.parts().size() != right.parts().size()) {
      throw Failures.mismatch("The right side of a comparison", right, Failures.nameOf(left));
    }
    List<CellOrder> parts = new ArrayList<>();
    for (int i = 0; i < left.parts().size(); i++) {
      parts.add(of(left.parts().get(i), right.parts().get(i)));
    }
    return new ListOrder(parts, left.type() == CellType.ROW);
  }

  private static CellOrder ofSame(ColumnType type) {
    return switch (type.type()) {
      case BOOLEAN -> ScalarOrder.BOOLEAN;
      case UUID -> ScalarOrder.UUID;
      case ARRAY, ROW -> throw new AssertionError("two lists are compared part by part");
      default -> ScalarOrder.LONG;
    };
  }
}
