package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;

/**
 * How the cells of two types are compared: each order is the one that holds after a cast of both to
 * {@link Types#common their common type}, so that a comparison and a join on encoded keys agree.
 */
enum CellOrder {
  /** Integers of any width, dates and times, intervals: both cells are longs. */
  LONG {
    @Override
    int compare(Object a, Object b) {
      return Long.compare((Long) a, (Long) b);
    }
  },
  DECIMAL {
    @Override
    int compare(Object a, Object b) {
      return ((BigDecimal) a).compareTo((BigDecimal) b);
    }
  },
  /** An integer and a decimal. */
  EXACT {
    @Override
    int compare(Object a, Object b) {
      return Numbers.decimal(a).compareTo(Numbers.decimal(b));
    }
  },
  /** Two numbers of which at least one is approximate. */
  DOUBLE {
    @Override
    int compare(Object a, Object b) {
      double x = ((Number) a).doubleValue();
      double y = ((Number) b).doubleValue();
      return x == y ? 0 : Double.compare(x, y);
    }
  },
  TEXT {
    @Override
    int compare(Object a, Object b) {
      return CellType.VARCHAR.compare(a, b);
    }
  },
  BOOLEAN {
    @Override
    int compare(Object a, Object b) {
      return CellType.BOOLEAN.compare(a, b);
    }
  },
  BYTES {
    @Override
    int compare(Object a, Object b) {
      return CellType.VARBINARY.compare(a, b);
    }
  },
  UUID {
    @Override
    int compare(Object a, Object b) {
      return CellType.UUID.compare(a, b);
    }
  },
  /** A date and a civil timestamp: the date is its midnight. */
  DATE_TIMESTAMP {
    @Override
    int compare(Object a, Object b) {
      return Long.compare(DateTimes.midnight((Long) a), (Long) b);
    }
  },
  TIMESTAMP_DATE {
    @Override
    int compare(Object a, Object b) {
      return Long.compare((Long) a, DateTimes.midnight((Long) b));
    }
  };

  /** The order of two cells, neither of them null. */
  abstract int compare(Object a, Object b);

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
      return TEXT;
    }
    if (Types.isBinary(a) && Types.isBinary(b)) {
      return BYTES;
    }
    if (a == CellType.DATE && b == CellType.TIMESTAMP) {
      return DATE_TIMESTAMP;
    }
    if (a == CellType.TIMESTAMP && b == CellType.DATE) {
      return TIMESTAMP_DATE;
    }
    if (a != b) {
      throw Failures.mismatch("The right side of a comparison", right, left.type().sqlName());
    }
    return ofSame(left);
  }

  private static CellOrder ofNumbers(CellType a, CellType b) {
    if (Types.isApproximate(a) || Types.isApproximate(b)) {
      return DOUBLE;
    }
    if (a == CellType.DECIMAL) {
      return b == CellType.DECIMAL ? DECIMAL : EXACT;
    }
    return b == CellType.DECIMAL ? EXACT : LONG;
  }

  private static CellOrder ofSame(ColumnType type) {
    return switch (type.type()) {
      case BOOLEAN -> BOOLEAN;
      case UUID -> UUID;
      case ARRAY, ROW ->
          throw Failures.unsupported(
              "Comparison of " + type.type().sqlName() + " values", "Compare their elements.");
      default -> LONG;
    };
  }
}
