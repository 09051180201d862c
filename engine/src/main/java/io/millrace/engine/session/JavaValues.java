package io.millrace.engine.session;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The border between cells and plain Java values, both ways. */
final class JavaValues {
  private static final long MICROS = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private JavaValues() {}

  /** The class of the values that a type's cells become. */
  static Class<?> javaClass(CellType type) {
    return switch (type) {
      case BOOLEAN -> Boolean.class;
      case TINYINT -> Byte.class;
      case SMALLINT -> Short.class;
      case INTEGER -> Integer.class;
      case BIGINT -> Long.class;
      case DECIMAL -> BigDecimal.class;
      case REAL -> Float.class;
      case DOUBLE -> Double.class;
      case CHAR, VARCHAR -> String.class;
      case BINARY, VARBINARY -> byte[].class;
      case DATE -> LocalDate.class;
      case TIME -> LocalTime.class;
      case TIMESTAMP -> LocalDateTime.class;
      case TIMESTAMP_WITH_TIME_ZONE -> OffsetDateTime.class;
      case UUID -> UUID.class;
      case INTERVAL_MONTHS -> Period.class;
      case INTERVAL_MICROS -> Duration.class;
      case ARRAY, ROW -> ListValue.class;
    };
  }

  /** Digits, or length; 0 where meaningless. */
  static int precision(ColumnType type) {
    return switch (type.type()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER, DATE -> 10;
      case BIGINT -> 19;
      case REAL -> 7;
      case DOUBLE -> 15;
      case BOOLEAN -> 1;
      case TIME -> 15;
      case TIMESTAMP -> 26;
      case TIMESTAMP_WITH_TIME_ZONE -> 32;
      case UUID -> 36;
      default -> Math.max(0, type.precision());
    };
  }

  /** Digits after the point. */
  static int scale(ColumnType type) {
    return switch (type.type()) {
      case DECIMAL -> type.scale();
      case TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_MICROS -> 6;
      default -> 0;
    };
  }

  /** A cell as a plain Java value. */
  static @Nullable Object toJava(ColumnType type, @Nullable Object cell, ZoneOffset offset) {
    if (cell == null) {
      return null;
    }
    return switch (type.type()) {
      case TINYINT -> (byte) (long) (Long) cell;
      case SMALLINT -> (short) (long) (Long) cell;
      case INTEGER -> (int) (long) (Long) cell;
      case REAL -> (float) (double) (Double) cell;
      case CHAR -> padded((String) cell, type.precision());
      case BINARY, VARBINARY -> ((byte[]) cell).clone();
      case DATE -> LocalDate.ofEpochDay((Long) cell);
      case TIME -> LocalTime.ofNanoOfDay((Long) cell * NANOS_PER_MICRO);
      case TIMESTAMP -> dateTime((Long) cell);
      case TIMESTAMP_WITH_TIME_ZONE ->
          dateTime((Long) cell).atOffset(ZoneOffset.UTC).withOffsetSameInstant(offset);
      case INTERVAL_MONTHS -> Period.ofMonths(Math.toIntExact((Long) cell)).normalized();
      case INTERVAL_MICROS ->
          Duration.ofSeconds(
              Math.floorDiv((Long) cell, MICROS),
              Math.floorMod((Long) cell, MICROS) * NANOS_PER_MICRO);
      case BOOLEAN, BIGINT, DECIMAL, DOUBLE, VARCHAR, UUID -> cell;
      case ARRAY, ROW -> new ListValue(type, (List<?>) cell, offset);
    };
  }

  /** CHAR(n) is stored without trailing blanks and padded on output; n counts code points. */
  private static String padded(String text, int length) {
    int missing = length - text.codePointCount(0, text.length());
    return missing > 0 ? text + " ".repeat(missing) : text;
  }

  private static LocalDateTime dateTime(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS),
        (int) (Math.floorMod(micros, MICROS) * NANOS_PER_MICRO),
        ZoneOffset.UTC);
  }

  /**
   * The cell for a Java value that a parameter was set to. What is not of the parameter's own type
   * is cast to it, as SQL casts.
   *
   * @throws DatabaseException 22018, 22003, 22007, or 42804 for a class that has no SQL type
   */
  static @Nullable Object toCell(ColumnType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (type.type().hasParts()) {
      return ListValue.toCell(type, value);
    }
    Expr literal = literal(value);
    if (literal.type().type() == type.type() && type.type() != CellType.DECIMAL) {
      return type.normalize(literal.evaluate(NO_FRAME));
    }
    return Exprs.cast(literal, type.withNullable(true)).evaluate(NO_FRAME);
  }

  private static final EvaluationFrame NO_FRAME = EvaluationFrame.of(RowType.of());

  private static Expr literal(Object value) {
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof String || value instanceof Character) {
      return of(value.toString(), ColumnType.varchar(ColumnType.UNLIMITED));
    }
    if (value instanceof Boolean) {
      return of(value, ColumnType.of(CellType.BOOLEAN));
    }
    if (value instanceof byte[]) {
      return of(value, ColumnType.varbinary(ColumnType.UNLIMITED));
    }
    if (value instanceof UUID) {
      return of(value, ColumnType.of(CellType.UUID));
    }
    return time(value);
  }

  private static Expr number(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal(decimal);
    }
    if (number instanceof BigInteger integer) {
      return decimal(new BigDecimal(integer));
    }
    if (number instanceof Double) {
      return of(number, ColumnType.of(CellType.DOUBLE));
    }
    if (number instanceof Float) {
      return of(number.doubleValue(), ColumnType.of(CellType.REAL));
    }
    CellType type =
        number instanceof Byte
            ? CellType.TINYINT
            : number instanceof Short
                ? CellType.SMALLINT
                : number instanceof Integer ? CellType.INTEGER : CellType.BIGINT;
    return of(number.longValue(), ColumnType.of(type));
  }

  private static Expr decimal(BigDecimal value) {
    BigDecimal plain = value.scale() < 0 ? value.setScale(0) : value;
    int precision = Math.max(plain.precision(), plain.scale() + 1);
    if (precision > ColumnType.MAX_DECIMAL_PRECISION) {
      throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception(value, "DECIMAL(38)");
    }
    return of(plain, ColumnType.decimal(precision, plain.scale()));
  }

  private static Expr time(Object value) {
    if (value instanceof LocalDate date) {
      return of(date.toEpochDay(), ColumnType.of(CellType.DATE));
    }
    if (value instanceof LocalTime time) {
      return of(time.toNanoOfDay() / NANOS_PER_MICRO, ColumnType.of(CellType.TIME));
    }
    if (value instanceof LocalDateTime dateTime) {
      return of(micros(dateTime.toInstant(ZoneOffset.UTC)), ColumnType.of(CellType.TIMESTAMP));
    }
    if (value instanceof Period period) {
      return of(period.toTotalMonths(), ColumnType.of(CellType.INTERVAL_MONTHS));
    }
    if (value instanceof Duration duration) {
      long micros = micros(Instant.EPOCH.plus(duration));
      return of(micros, ColumnType.of(CellType.INTERVAL_MICROS));
    }
    Instant instant = instant(value);
    if (instant == null) {
      throw ErrorCode.DATATYPE_MISMATCH.exception(
          "A parameter", value.getClass().getName(), "a value that SQL has a type for");
    }
    return of(micros(instant), ColumnType.of(CellType.TIMESTAMP_WITH_TIME_ZONE));
  }

  private static @Nullable Instant instant(Object value) {
    if (value instanceof OffsetDateTime dateTime) {
      return dateTime.toInstant();
    }
    if (value instanceof ZonedDateTime dateTime) {
      return dateTime.toInstant();
    }
    return value instanceof Instant instant ? instant : null;
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS), instant.getNano() / NANOS_PER_MICRO);
  }

  private static Expr of(Object cell, ColumnType type) {
    return Exprs.literal(cell, type);
  }
}
