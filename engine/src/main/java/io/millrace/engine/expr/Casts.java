package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The casts from each type to each that need no time zone.
 *
 * <p>Exact numbers round half away from zero, approximate ones become integers half to even, and
 * decimals by way of their shortest decimal text. Text loses the blanks around it before it is read
 * as something else. Bytes and text are each other's UTF-8.
 */
final class Casts {
  private static final int UUID_BYTES = 16;

  private Casts() {}

  /**
   * The conversion of non-null cells.
   *
   * @throws DatabaseException 42804 if the types can't be cast
   */
  static Unary conversion(ColumnType from, ColumnType to, CastMode mode, @Nullable String column) {
    if (Types.isSameCell(from, to)) {
      return cell -> cell;
    }
    String target = column == null ? Failures.nameOf(to) : describe(to, column);
    Unary conversion = unchecked(from, to, mode, target);
    if (column == null) {
      return conversion;
    }
    return cell -> {
      try {
        return conversion.apply(cell);
      } catch (DatabaseException e) {
        throw named(e, from, cell, target);
      }
    };
  }

  private static String describe(ColumnType type, String column) {
    return "column \"" + column + "\" of type " + Failures.nameOf(type);
  }

  /** The same error, telling the column. */
  private static DatabaseException named(
      DatabaseException error, ColumnType from, Object cell, String target) {
    return switch (error.code()) {
      case NUMERIC_OUT_OF_RANGE -> Failures.outOfRange(CellText.of(from, cell), target);
      case INVALID_CAST -> Failures.invalidCast(CellText.of(from, cell), target);
      default -> error;
    };
  }

  private static Unary unchecked(ColumnType from, ColumnType to, CastMode mode, String target) {
    return switch (to.type()) {
      case BOOLEAN -> toBoolean(from);
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, DOUBLE -> toNumber(from, to);
      case CHAR, VARCHAR -> toText(from, to, mode, target);
      case BINARY, VARBINARY -> toBytes(from, to, mode, target);
      case DATE, TIME, TIMESTAMP -> toDateTime(from, to);
      case UUID -> toUuid(from);
      case INTERVAL_MONTHS, INTERVAL_MICROS -> toInterval(from, to);
      case ARRAY, ROW -> toList(from, to, mode);
      case TIMESTAMP_WITH_TIME_ZONE -> throw impossible(from, to);
    };
  }

  /** Element by element, field by field. */
  private static Unary toList(ColumnType from, ColumnType to, CastMode mode) {
    if (from.type() != to.type() || from.parts().size() != to.parts().size()) {
      throw impossible(from, to);
    }
    boolean isRow = to.type() == CellType.ROW;
    List<Unary> conversions = new ArrayList<>();
    for (int i = 0; i < to.parts().size(); i++) {
      conversions.add(conversion(from.parts().get(i), to.parts().get(i), mode, null));
    }
    return cell -> {
      List<?> cells = (List<?>) cell;
      @Nullable Object[] converted = new @Nullable Object[cells.size()];
      for (int i = 0; i < converted.length; i++) {
        Object part = cells.get(i);
        converted[i] = part == null ? null : conversions.get(isRow ? i : 0).apply(part);
      }
      return Collections.unmodifiableList(Arrays.asList(converted));
    };
  }

  static DatabaseException impossible(ColumnType from, ColumnType to) {
    return Failures.mismatch(
        "The operand of a cast to " + Failures.nameOf(to), from, "one that can be cast to it");
  }

  /** Whether no cell of {@code from} makes the cast fail; false where that isn't clear. */
  static boolean neverFails(ColumnType from, ColumnType to, CastMode mode) {
    CellType a = from.type();
    CellType b = to.type();
    if (Types.isSameCell(from, to)) {
      return true;
    }
    if (a.hasParts()) {
      return a == b
          && IntStream.range(0, to.parts().size())
              .allMatch(i -> neverFails(from.parts().get(i), to.parts().get(i), mode));
    }
    if (Types.isText(b)) {
      return mode != CastMode.ASSIGNMENT && !Types.isBinary(a);
    }
    if (Types.isBinary(b)) {
      return mode != CastMode.ASSIGNMENT;
    }
    if (b == CellType.DECIMAL && (Types.isInteger(a) || a == CellType.DECIMAL)) {
      return Types.integerDigits(from) <= to.precision() - to.scale() && from.scale() <= to.scale();
    }
    if (b == CellType.DOUBLE) {
      return Types.isNumeric(a) || a == CellType.BOOLEAN;
    }
    if (a == CellType.BOOLEAN) {
      return Types.isInteger(b);
    }
    return (a == CellType.TIMESTAMP && (b == CellType.DATE || b == CellType.TIME))
        || (a == CellType.DATE && b == CellType.TIMESTAMP)
        || (Types.isInteger(a) && b == CellType.BOOLEAN);
  }

  private static Unary toBoolean(ColumnType from) {
    if (Types.isInteger(from.type())) {
      return cell -> (Long) cell != 0;
    }
    if (Types.isText(from.type())) {
      return cell -> parseBoolean((String) cell);
    }
    throw impossible(from, ColumnType.of(CellType.BOOLEAN));
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> throw Failures.invalidCast(text, CellType.BOOLEAN.sqlName());
    };
  }

  private static Unary toNumber(ColumnType from, ColumnType to) {
    if (Types.isNumeric(from.type())) {
      return cell -> Numbers.convert(cell, to);
    }
    if (from.type() == CellType.BOOLEAN) {
      return cell -> Numbers.convert((Boolean) cell ? 1L : 0L, to);
    }
    if (!Types.isText(from.type())) {
      throw impossible(from, to);
    }
    if (Types.isApproximate(to.type())) {
      return cell -> parseApproximate((String) cell, to);
    }
    boolean integer = Types.isInteger(to.type());
    return cell -> {
      String text = (String) cell;
      BigDecimal value = integer ? NumberText.parseInteger(text) : NumberText.parseDecimal(text);
      if (value == null) {
        throw Failures.invalidCast(text, Failures.nameOf(to));
      }
      return Numbers.convert(value, to);
    };
  }

  private static Double parseApproximate(String text, ColumnType to) {
    Double value = NumberText.parseDouble(text);
    if (value == null) {
      throw Failures.invalidCast(text, Failures.nameOf(to));
    }
    boolean named = text.indexOf('n') >= 0 || text.indexOf('N') >= 0;
    return Numbers.finite(value, !named, to);
  }

  private static Unary toText(ColumnType from, ColumnType to, CastMode mode, String target) {
    if (needsZone(from)) {
      throw impossible(from, to);
    }
    boolean blanksGo = to.type() == CellType.CHAR;
    return cell -> {
      String text = cell instanceof byte[] bytes ? decode(bytes, to) : CellText.of(from, cell);
      return fit(blanksGo ? TextFunctions.trimEnd(text) : text, to, mode, target);
    };
  }

  /** Whether the session's time zone decides the text of a cell. */
  private static boolean needsZone(ColumnType type) {
    return type.type() == CellType.TIMESTAMP_WITH_TIME_ZONE
        || type.parts().stream().anyMatch(Casts::needsZone);
  }

  private static String decode(byte[] bytes, ColumnType to) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      String shown = CellText.of(ColumnType.of(CellType.VARBINARY), bytes);
      throw Failures.invalidCast(shown, Failures.nameOf(to)).causedBy(e);
    }
  }

  private static String fit(String text, ColumnType to, CastMode mode, String target) {
    int limit = to.precision();
    if (limit < 0 || text.length() <= limit || text.codePointCount(0, text.length()) <= limit) {
      return text;
    }
    String cut = text.substring(0, text.offsetByCodePoints(0, limit));
    if (mode == CastMode.ASSIGNMENT && TextFunctions.trimEnd(text).length() > cut.length()) {
      throw Failures.tooLong(Failures.quote(text), target);
    }
    return to.type() == CellType.CHAR ? TextFunctions.trimEnd(cut) : cut;
  }

  private static Unary toBytes(ColumnType from, ColumnType to, CastMode mode, String target) {
    if (Types.isBinary(from.type())) {
      return cell -> fit((byte[]) cell, to, mode, target);
    }
    if (Types.isText(from.type())) {
      return cell -> fit(((String) cell).getBytes(StandardCharsets.UTF_8), to, mode, target);
    }
    if (from.type() == CellType.UUID) {
      return cell -> {
        UUID uuid = (UUID) cell;
        byte[] bytes =
            ByteBuffer.allocate(UUID_BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        return fit(bytes, to, mode, target);
      };
    }
    throw impossible(from, to);
  }

  /** Cuts to the length; BINARY is filled with zeros. */
  private static byte[] fit(byte[] bytes, ColumnType to, CastMode mode, String target) {
    int limit = to.precision();
    if (limit < 0 || bytes.length == limit) {
      return bytes;
    }
    if (bytes.length < limit) {
      return to.type() == CellType.BINARY ? Arrays.copyOf(bytes, limit) : bytes;
    }
    if (mode == CastMode.ASSIGNMENT) {
      for (int i = limit; i < bytes.length; i++) {
        if (bytes[i] != 0) {
          throw Failures.tooLong("A value of " + bytes.length + " bytes", target);
        }
      }
    }
    return Arrays.copyOf(bytes, limit);
  }

  private static Unary toDateTime(ColumnType from, ColumnType to) {
    CellType source = from.type();
    if (Types.isText(source)) {
      return switch (to.type()) {
        case DATE -> cell -> DateTimeText.parseDate((String) cell);
        case TIME -> cell -> DateTimeText.parseTime((String) cell);
        default -> cell -> DateTimeText.parseTimestamp((String) cell);
      };
    }
    if (source == CellType.TIMESTAMP && to.type() == CellType.DATE) {
      return cell -> DateTimes.day((Long) cell);
    }
    if (source == CellType.TIMESTAMP && to.type() == CellType.TIME) {
      return cell -> DateTimes.timeOfDay((Long) cell);
    }
    if (source == CellType.DATE && to.type() == CellType.TIMESTAMP) {
      return cell -> DateTimes.midnight((Long) cell);
    }
    throw impossible(from, to);
  }

  private static Unary toUuid(ColumnType from) {
    if (Types.isText(from.type())) {
      return cell -> parseUuid((String) cell);
    }
    if (Types.isBinary(from.type())) {
      return cell -> {
        byte[] bytes = (byte[]) cell;
        if (bytes.length != UUID_BYTES) {
          String shown = CellText.of(ColumnType.of(CellType.VARBINARY), bytes);
          throw Failures.invalidCast(shown, CellType.UUID.sqlName());
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
      };
    }
    throw impossible(from, ColumnType.of(CellType.UUID));
  }

  private static UUID parseUuid(String text) {
    String digits = text.strip().replace("-", "");
    if (digits.length() != 2 * UUID_BYTES) {
      throw Failures.invalidCast(text, CellType.UUID.sqlName());
    }
    try {
      return new UUID(
          Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, 32, 16));
    } catch (NumberFormatException e) {
      throw Failures.invalidCast(text, CellType.UUID.sqlName()).causedBy(e);
    }
  }

  private static Unary toInterval(ColumnType from, ColumnType to) {
    if (!Types.isText(from.type())) {
      throw impossible(from, to);
    }
    return to.type() == CellType.INTERVAL_MONTHS
        ? cell -> DateTimeText.parseMonths((String) cell)
        : cell -> DateTimeText.parseMicros((String) cell);
  }
}
