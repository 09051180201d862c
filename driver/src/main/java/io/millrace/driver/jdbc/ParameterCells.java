package io.millrace.driver.jdbc;

import io.millrace.engine.session.ListValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the plain Java values that a session takes out of whatever an application sets. */
final class ParameterCells {
  private static final Set<Class<?>> PLAIN =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          byte[].class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          Period.class,
          Duration.class);

  private ParameterCells() {}

  /**
   * The value itself, or as the JDBC type asks.
   *
   * @param type {@link Types#NULL} if the application named none
   * @param isInstant whether a {@code java.sql.Timestamp} means an instant
   */
  static Object plain(Object value, int type, int scale, boolean isInstant) throws SQLException {
    Object plain = plain(value, isInstant);
    Class<?> target = target(type);
    if (target == null || target.isInstance(plain)) {
      return scaled(plain, type, scale);
    }
    return scaled(ObjectCells.as(plain, target), type, scale);
  }

  private static Object scaled(Object value, int type, int scale) {
    boolean isDecimal = type == Types.DECIMAL || type == Types.NUMERIC;
    return isDecimal && scale > 0 && value instanceof BigDecimal number
        ? number.setScale(scale, RoundingMode.HALF_UP)
        : value;
  }

  private static @Nullable Class<?> target(int type) throws SQLException {
    return switch (type) {
      case Types.BOOLEAN, Types.BIT -> Boolean.class;
      case Types.TINYINT -> Byte.class;
      case Types.SMALLINT -> Short.class;
      case Types.INTEGER -> Integer.class;
      case Types.BIGINT -> Long.class;
      case Types.REAL -> Float.class;
      case Types.FLOAT, Types.DOUBLE -> Double.class;
      case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          String.class;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> byte[].class;
      case Types.DATE -> LocalDate.class;
      case Types.TIME -> LocalTime.class;
      // An instant set as TIMESTAMP is left to the session, which knows its own zone.
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> null;
      case Types.NULL, Types.OTHER, Types.JAVA_OBJECT, Types.ARRAY, Types.STRUCT -> null;
      default ->
          throw SqlErrors.invalidArgument(type, "type of a parameter", "Leave the type out.");
    };
  }

  private static Object plain(Object value, boolean isInstant) throws SQLException {
    if (PLAIN.contains(value.getClass())) {
      return value;
    }
    if (value instanceof java.util.Date date) {
      return civil(date, isInstant);
    }
    if (value instanceof Calendar calendar) {
      Timestamp timestamp = Timestamp.from(calendar.toInstant());
      return timestamp(timestamp, calendar, isInstant);
    }
    if (value instanceof Instant instant) {
      return DateTimeCells.instant(instant, null);
    }
    if (value instanceof ZonedDateTime zoned) {
      return zoned.toOffsetDateTime();
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    if (value instanceof Character character) {
      return character.toString();
    }
    return large(value);
  }

  private static Object large(Object value) throws SQLException {
    if (value instanceof Clob clob) {
      return String.valueOf(text(clob.getCharacterStream(), -1));
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) Math.min(blob.length(), Integer.MAX_VALUE));
    }
    if (value instanceof Reader reader) {
      return String.valueOf(text(reader, -1));
    }
    if (value instanceof InputStream stream) {
      return readAll(stream, -1);
    }
    if (value instanceof MemoryArray array) {
      return list(array.elements());
    }
    if (value instanceof Array array) {
      return list(elements(array.getArray()));
    }
    if (value instanceof MemoryStruct struct) {
      return list(struct.fields());
    }
    if (value instanceof Struct struct) {
      return list(Arrays.asList(struct.getAttributes()));
    }
    if (value instanceof ListValue list) {
      return list(list.values());
    }
    if (value instanceof List<?> list) {
      return list(list);
    }
    if (value.getClass().isArray()) {
      return list(elements(value));
    }
    String advice =
        value instanceof Enum<?> ? "Use its name() or ordinal()." : "Convert it to a JDBC type.";
    throw SqlErrors.invalidArgument(value.getClass().getName(), "class of a parameter", advice);
  }

  /** The elements of an array of Java's, of objects or primitives. */
  private static List<@Nullable Object> elements(Object array) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
      elements.add(java.lang.reflect.Array.get(array, i));
    }
    return elements;
  }

  /** A copy, since the caller may change the list before the statement runs. */
  private static List<@Nullable Object> list(List<?> elements) throws SQLException {
    List<@Nullable Object> plain = new ArrayList<>(elements.size());
    for (Object element : elements) {
      plain.add(element == null ? null : plain(element, false));
    }
    return plain;
  }

  private static Object civil(java.util.Date date, boolean isInstant) {
    if (date instanceof Date day) {
      return DateTimeCells.civil(day, null);
    }
    if (date instanceof Time time) {
      return DateTimeCells.civil(time, null);
    }
    Timestamp timestamp =
        date instanceof Timestamp exact ? exact : Timestamp.from(date.toInstant());
    return timestamp(timestamp, null, isInstant);
  }

  static Object timestamp(Timestamp timestamp, @Nullable Calendar calendar, boolean isInstant) {
    return isInstant
        ? DateTimeCells.instant(timestamp.toInstant(), calendar)
        : DateTimeCells.civil(timestamp, calendar);
  }

  static int jdbcType(@Nullable SQLType type) throws SQLException {
    if (type == null) {
      throw SqlErrors.invalidArgument("null", "type of a parameter", "Leave the type out.");
    }
    Integer number = type.getVendorTypeNumber();
    return number == null ? Types.NULL : number;
  }

  // Streams

  static @Nullable String ascii(@Nullable InputStream stream, long length) throws SQLException {
    return text(stream, length, StandardCharsets.US_ASCII);
  }

  static @Nullable String utf8(@Nullable InputStream stream, long length) throws SQLException {
    return text(stream, length, StandardCharsets.UTF_8);
  }

  private static @Nullable String text(@Nullable InputStream stream, long length, Charset charset)
      throws SQLException {
    return stream == null ? null : new String(readAll(stream, length), charset);
  }

  static byte @Nullable [] bytes(@Nullable InputStream stream, long length) throws SQLException {
    return stream == null ? null : readAll(stream, length);
  }

  /** Reads to the end, or at most {@code length} bytes. */
  private static byte[] readAll(InputStream stream, long length) throws SQLException {
    try {
      return length < 0
          ? stream.readAllBytes()
          : stream.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  static @Nullable String text(@Nullable Reader reader, long length) throws SQLException {
    if (reader == null) {
      return null;
    }
    try {
      StringWriter text = new StringWriter();
      char[] chunk = new char[4096];
      long left = length < 0 ? Long.MAX_VALUE : length;
      int count = reader.read(chunk, 0, (int) Math.min(left, chunk.length));
      while (count > 0) {
        text.write(chunk, 0, count);
        left -= count;
        count = reader.read(chunk, 0, (int) Math.min(left, chunk.length));
      }
      return text.toString();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static SQLException unreadable(IOException cause) {
    return SqlErrors.of(
        "58030", "The stream of a parameter cannot be read: " + cause.getMessage() + ".", cause);
  }
}
