package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Families of types, and the type in which values of two types meet. */
public final class Types {
  private Types() {}

  /** TINYINT, SMALLINT, INTEGER or BIGINT. */
  public static boolean isInteger(CellType type) {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      default -> false;
    };
  }

  /** REAL or DOUBLE. */
  public static boolean isApproximate(CellType type) {
    return type == CellType.REAL || type == CellType.DOUBLE;
  }

  /** An integer, a DECIMAL, REAL or DOUBLE. */
  public static boolean isNumeric(CellType type) {
    return isInteger(type) || type == CellType.DECIMAL || isApproximate(type);
  }

  /** CHAR or VARCHAR. */
  public static boolean isText(CellType type) {
    return type == CellType.CHAR || type == CellType.VARCHAR;
  }

  /** BINARY or VARBINARY. */
  public static boolean isBinary(CellType type) {
    return type == CellType.BINARY || type == CellType.VARBINARY;
  }

  /** Either INTERVAL. */
  public static boolean isInterval(CellType type) {
    return type == CellType.INTERVAL_MONTHS || type == CellType.INTERVAL_MICROS;
  }

  /** DATE, TIME or one of the timestamps. */
  public static boolean isDateTime(CellType type) {
    return switch (type) {
      case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> true;
      default -> false;
    };
  }

  /** The most digits before the point that an exact number of this type has. */
  static int integerDigits(ColumnType type) {
    return switch (type.type()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      case DECIMAL -> type.precision() - type.scale();
      default -> throw new AssertionError(type + " is no exact number");
    };
  }

  /**
   * The type in which values of the two types are compared, and join keys of the two are encoded:
   * the wider integer, DOUBLE as soon as one side is approximate, a DECIMAL that holds both (at
   * most 38 digits; the scale is kept), VARCHAR for text unless both are CHAR, TIMESTAMP for DATE
   * with TIMESTAMP, and lists of those. Empty if there is none.
   */
  public static Optional<ColumnType> common(ColumnType a, ColumnType b) {
    boolean nullable = a.nullable() || b.nullable();
    return commonType(a, b).map(type -> type.withNullable(nullable));
  }

  private static Optional<ColumnType> commonType(ColumnType left, ColumnType right) {
    CellType a = left.type();
    CellType b = right.type();
    if (isNumeric(a) && isNumeric(b)) {
      return Optional.of(commonNumber(left, right));
    }
    if ((isText(a) && isText(b)) || (isBinary(a) && isBinary(b))) {
      boolean unlimited = left.precision() < 0 || right.precision() < 0;
      int length = unlimited ? ColumnType.UNLIMITED : Math.max(left.precision(), right.precision());
      CellType type = a == b ? a : isText(a) ? CellType.VARCHAR : CellType.VARBINARY;
      return Optional.of(new ColumnType(type, length, 0, true));
    }
    if ((a == CellType.DATE && b == CellType.TIMESTAMP)
        || (a == CellType.TIMESTAMP && b == CellType.DATE)) {
      return Optional.of(ColumnType.of(CellType.TIMESTAMP));
    }
    if (a == b && a.hasParts()) {
      return commonList(left, right);
    }
    return a == b ? Optional.of(left) : Optional.empty();
  }

  private static Optional<ColumnType> commonList(ColumnType left, ColumnType right) {
    List<ColumnType> parts = new ArrayList<>();
    for (int i = 0; i < left.parts().size() && i < right.parts().size(); i++) {
      commonType(left.parts().get(i), right.parts().get(i)).ifPresent(parts::add);
    }
    return parts.size() == left.parts().size() && parts.size() == right.parts().size()
        ? Optional.of(new ColumnType(left.type(), 0, 0, true, parts))
        : Optional.empty();
  }

  private static ColumnType commonNumber(ColumnType left, ColumnType right) {
    CellType a = left.type();
    CellType b = right.type();
    if (isApproximate(a) || isApproximate(b)) {
      boolean real = a == CellType.REAL && b == CellType.REAL;
      return ColumnType.of(real ? CellType.REAL : CellType.DOUBLE);
    }
    if (isInteger(a) && isInteger(b)) {
      return integerDigits(left) >= integerDigits(right) ? left : right;
    }
    int scale = Math.max(left.scale(), right.scale());
    int digits = Math.max(integerDigits(left), integerDigits(right)) + scale;
    return ColumnType.decimal(Math.min(digits, ColumnType.MAX_DECIMAL_PRECISION), scale);
  }

  /**
   * Whether every cell of {@code from} is a cell of {@code to} as it stands: a cast between them
   * neither changes nor refuses anything.
   */
  public static boolean isSameCell(ColumnType from, ColumnType to) {
    CellType a = from.type();
    CellType b = to.type();
    if (isInteger(a) && isInteger(b)) {
      return integerDigits(from) <= integerDigits(to);
    }
    if (a == CellType.DECIMAL && b == CellType.DECIMAL) {
      return from.scale() == to.scale() && from.precision() <= to.precision();
    }
    if (isText(a) && isText(b)) {
      return (a == CellType.CHAR || b == CellType.VARCHAR) && fits(from, to);
    }
    if (isBinary(a) && isBinary(b)) {
      return (b == CellType.VARBINARY && fits(from, to))
          || (a == CellType.BINARY && from.precision() == to.precision());
    }
    if (a == b && a.hasParts()) {
      return areSameCells(from.parts(), to.parts());
    }
    return a == b || (a == CellType.REAL && b == CellType.DOUBLE);
  }

  /**
   * Whether every number of {@code from} is one of {@code to}, both of them exact: a cast between
   * them neither changes a value nor fails.
   */
  public static boolean isSameNumber(ColumnType from, ColumnType to) {
    return isExact(from.type())
        && (to.type() == CellType.DECIMAL || (isInteger(from.type()) && isInteger(to.type())))
        && scale(from) <= scale(to)
        && integerDigits(from) <= integerDigits(to);
  }

  private static int scale(ColumnType type) {
    return type.type() == CellType.DECIMAL ? type.scale() : 0;
  }

  /** Whether values of the type are exact numbers. */
  public static boolean isExact(CellType type) {
    return isNumeric(type) && !isApproximate(type);
  }

  private static boolean areSameCells(List<ColumnType> from, List<ColumnType> to) {
    if (from.size() != to.size()) {
      return false;
    }
    for (int i = 0; i < from.size(); i++) {
      if (!isSameCell(from.get(i), to.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(ColumnType from, ColumnType to) {
    return to.precision() < 0 || (from.precision() >= 0 && from.precision() <= to.precision());
  }
}
