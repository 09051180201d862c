package io.millrace.engine.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of ARRAY and ROW cells: the first elements that differ decide, NULL comes after all
 * values and equals itself, and an array comes after its starts.
 *
 * <p>So arrays compare, and so do both where rows are grouped, sorted or tested for being distinct.
 * The operators compare row values as the standard does instead: their result is unknown as soon as
 * it depends on a NULL field.
 *
 * @param parts the order of an array's elements, or of each field of a row
 */
record ListOrder(List<CellOrder> parts, boolean isRow) implements CellOrder {
  @Override
  public int compare(Object a, Object b) {
    List<?> left = (List<?>) a;
    List<?> right = (List<?>) b;
    int length = Math.min(left.size(), right.size());
    for (int i = 0; i < length; i++) {
      Object x = left.get(i);
      Object y = right.get(i);
      int order =
          x == null || y == null ? Boolean.compare(x == null, y == null) : part(i).compare(x, y);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  @Override
  public boolean mayBeUnknown() {
    return isRow;
  }

  private CellOrder part(int index) {
    return parts.get(isRow ? index : 0);
  }

  @Override
  public @Nullable Boolean holds(ComparisonOperator operator, Object a, Object b) {
    if (!isRow) {
      return operator.holds(compare(a, b));
    }
    return switch (operator) {
      case EQUAL -> areEqual((List<?>) a, (List<?>) b);
      case NOT_EQUAL -> {
        Boolean equal = areEqual((List<?>) a, (List<?>) b);
        yield equal == null ? null : !equal;
      }
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          isOrdered(operator, (List<?>) a, (List<?>) b);
    };
  }

  private @Nullable Boolean areEqual(List<?> a, List<?> b) {
    boolean unknown = false;
    for (int i = 0; i < parts.size(); i++) {
      Boolean equal = fieldHolds(ComparisonOperator.EQUAL, a, b, i);
      if (Boolean.FALSE.equals(equal)) {
        return false;
      }
      unknown |= equal == null;
    }
    return unknown ? null : true;
  }

  /** The first fields that are not surely equal decide. */
  private @Nullable Boolean isOrdered(ComparisonOperator operator, List<?> a, List<?> b) {
    for (int i = 0; i < parts.size(); i++) {
      Boolean equal = fieldHolds(ComparisonOperator.EQUAL, a, b, i);
      if (!Boolean.TRUE.equals(equal)) {
        return equal == null ? null : fieldHolds(operator, a, b, i);
      }
    }
    return operator.holds(0);
  }

  private @Nullable Boolean fieldHolds(
      ComparisonOperator operator, List<?> a, List<?> b, int field) {
    Object x = a.get(field);
    Object y = b.get(field);
    return (x == null || y == null) ? null : parts.get(field).holds(operator, x, y);
  }
}
