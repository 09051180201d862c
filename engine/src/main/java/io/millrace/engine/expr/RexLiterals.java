package io.millrace.engine.expr;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/** Calcite's constants as cells. */
final class RexLiterals {
  private static final BigDecimal MICROS_PER_MILLI = BigDecimal.valueOf(DateTimes.MICROS_PER_MILLI);

  private RexLiterals() {}

  /**
   * A constant. One of type CHAR becomes VARCHAR and keeps the blanks at its end: {@code 'a ' || b}
   * needs them, and a comparison with a CHAR takes them off.
   */
  static Literal literal(RexLiteral literal) {
    ColumnType type = textual(RexTypes.of(literal.getType()));
    Comparable<?> value = literal.getValueAs(Comparable.class);
    if (value == null) {
      return Exprs.nullOf(type);
    }
    Object cell = cell(value, literal.getType(), type);
    try {
      return Exprs.literal(cell, type);
    } catch (RowException e) {
      throw Failures.of(e, cell, type);
    }
  }

  /** The type with VARCHAR in place of CHAR, in lists too. */
  static ColumnType textual(ColumnType type) {
    if (type.type().hasParts()) {
      List<ColumnType> parts = type.parts().stream().map(RexLiterals::textual).toList();
      return new ColumnType(type.type(), 0, 0, type.nullable(), parts);
    }
    return type.type() == CellType.CHAR
        ? ColumnType.varchar(type.precision()).withNullable(type.nullable())
        : type;
  }

  private static Object cell(Comparable<?> value, RelDataType from, ColumnType type) {
    if (value instanceof BigDecimal number) {
      return number(number, type);
    }
    if (value instanceof Double number) {
      return Numbers.convert(number, type);
    }
    if (value instanceof NlsString text) {
      return text.getValue();
    }
    if (value instanceof ByteString bytes) {
      return bytes.getBytes();
    }
    if (value instanceof Boolean || value instanceof UUID) {
      return value;
    }
    String text = value.toString();
    return switch (type.type()) {
      case DATE -> DateTimeText.parseDate(text);
      case TIME -> DateTimeText.parseTime(text);
      case TIMESTAMP -> DateTimeText.parseTimestamp(text);
      case TIMESTAMP_WITH_TIME_ZONE -> DateTimeText.parseInstant(text, ZoneOffset.UTC);
      default ->
          throw Failures.unsupported(
              "A constant of type " + from.getFullTypeString(), "Write it in another way.");
    };
  }

  private static Object number(BigDecimal number, ColumnType type) {
    return switch (type.type()) {
      case INTERVAL_MONTHS -> Numbers.convertToLong(number, type);
      case INTERVAL_MICROS ->
          Numbers.convertToLong(
              number.multiply(MICROS_PER_MILLI).setScale(0, RoundingMode.HALF_UP), type);
      default -> Numbers.convert(number, type);
    };
  }

  /** SEARCH(operand, sarg): a sorted look-up. */
  static Expr search(Expr operand, RexLiteral literal) {
    Sarg<?> sarg = literal.getValueAs(Sarg.class);
    if (sarg == null) {
      throw new AssertionError("SEARCH without ranges: " + literal);
    }
    ColumnType bound = textual(RexTypes.of(literal.getType()));
    Expr bare = Exprs.withoutPlainCasts(operand);
    Expr searched = Searches.canBound(bare.type(), bound) ? bare : operand;
    if (!Searches.canBound(searched.type(), bound)) {
      searched = Exprs.cast(searched, bound);
    }
    List<Search.Range> ranges = new ArrayList<>();
    for (Object part : sarg.rangeSet.asRanges()) {
      Search.Range range = range((Range<?>) part, literal.getType(), bound);
      Searches.range(searched.type(), range).ifPresent(ranges::add);
    }
    return Exprs.search(searched, ranges, nullAs(sarg.nullAs));
  }

  private static Search.NullAs nullAs(RexUnknownAs nullAs) {
    return switch (nullAs) {
      case UNKNOWN -> Search.NullAs.UNKNOWN;
      case TRUE -> Search.NullAs.TRUE;
      case FALSE -> Search.NullAs.FALSE;
    };
  }

  private static Search.Range range(Range<?> range, RelDataType from, ColumnType type) {
    @Nullable Object lower =
        range.hasLowerBound() ? bound(range.lowerEndpoint(), from, type) : null;
    @Nullable Object upper =
        range.hasUpperBound() ? bound(range.upperEndpoint(), from, type) : null;
    return new Search.Range(
        lower,
        range.hasLowerBound() && range.lowerBoundType() == BoundType.CLOSED,
        upper,
        range.hasUpperBound() && range.upperBoundType() == BoundType.CLOSED);
  }

  /** An endpoint; numbers stay exact, since the operand's own type may be narrower. */
  private static Object bound(Comparable<?> value, RelDataType from, ColumnType type) {
    return value instanceof BigDecimal && !Types.isInterval(type.type())
        ? value
        : cell(value, from, type);
  }
}
