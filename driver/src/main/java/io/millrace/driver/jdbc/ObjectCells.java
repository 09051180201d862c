package io.millrace.driver.jdbc;

import io.millrace.engine.session.ListValue;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A value as an object of the class that the application asks for: one table, used by {@code
 * getObject(column, class)} and by {@code setObject(parameter, value, type)}.
 */
final class ObjectCells {
  private interface Reading {
    Object read(Object value) throws SQLException;
  }

  private static final Map<Class<?>, Reading> READINGS = new HashMap<>();

  static {
    READINGS.put(Object.class, ObjectCells::standard);
    READINGS.put(String.class, TextCells::text);
    READINGS.put(Boolean.class, NumberCells::truth);
    READINGS.put(Byte.class, v -> (byte) integer(v, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT"));
    READINGS.put(
        Short.class, v -> (short) integer(v, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT"));
    READINGS.put(
        Integer.class, v -> (int) integer(v, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER"));
    READINGS.put(Long.class, v -> integer(v, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT"));
    READINGS.put(Float.class, v -> NumberCells.single(v, "REAL"));
    READINGS.put(Double.class, v -> NumberCells.real(v, "DOUBLE"));
    READINGS.put(BigDecimal.class, v -> NumberCells.decimal(v, "DECIMAL"));
    READINGS.put(
        BigInteger.class,
        v -> NumberCells.decimal(v, "BIGINT").setScale(0, RoundingMode.DOWN).toBigInteger());
    READINGS.put(Number.class, v -> v instanceof Number ? v : NumberCells.decimal(v, "DECIMAL"));
    READINGS.put(byte[].class, ObjectCells::bytes);
    READINGS.put(UUID.class, ObjectCells::uuid);
    READINGS.put(LocalDate.class, v -> DateTimeCells.date(v, null));
    READINGS.put(LocalTime.class, v -> DateTimeCells.time(v, null));
    READINGS.put(LocalDateTime.class, DateTimeCells::dateTime);
    READINGS.put(OffsetDateTime.class, DateTimeCells::instant);
    READINGS.put(ZonedDateTime.class, v -> DateTimeCells.instant(v).toZonedDateTime());
    READINGS.put(Instant.class, v -> DateTimeCells.instant(v).toInstant());
    READINGS.put(Date.class, v -> DateTimeCells.sqlDate(v, null));
    READINGS.put(Time.class, v -> DateTimeCells.sqlTime(v, null));
    READINGS.put(Timestamp.class, v -> DateTimeCells.sqlTimestamp(v, null));
    READINGS.put(java.util.Date.class, v -> DateTimeCells.sqlTimestamp(v, null));
    READINGS.put(Period.class, v -> same(v, Period.class, "INTERVAL YEAR TO MONTH"));
    READINGS.put(Duration.class, v -> same(v, Duration.class, "INTERVAL DAY TO SECOND"));
    READINGS.put(Clob.class, v -> new MemoryClob(TextCells.text(v)));
    READINGS.put(NClob.class, v -> new MemoryClob(TextCells.text(v)));
    READINGS.put(Reader.class, v -> new StringReader(TextCells.text(v)));
    READINGS.put(Blob.class, v -> new MemoryBlob(bytes(v)));
    READINGS.put(InputStream.class, v -> new ByteArrayInputStream(bytes(v)));
    READINGS.put(Array.class, ObjectCells::array);
    READINGS.put(Struct.class, ObjectCells::struct);
    READINGS.put(List.class, ObjectCells::list);
  }

  private ObjectCells() {}

  static <T> T as(Object value, Class<T> type) throws SQLException {
    if (type.isArray() && value instanceof ListValue) {
      return javaArray(array(value), type);
    }
    Reading reading = READINGS.get(type);
    if (reading == null) {
      throw SqlErrors.invalidArgument(
          type.getName(), "class to read a value as", "Read it as String and convert it.");
    }
    return type.cast(reading.read(value));
  }

  private static long integer(Object value, long least, long greatest, String type)
      throws SQLException {
    return NumberCells.integer(value, least, greatest, type);
  }

  /** The class that the JDBC text prescribes for the value's type. */
  static Object standard(Object value) throws SQLException {
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    }
    if (value instanceof LocalDate) {
      return DateTimeCells.sqlDate(value, null);
    }
    if (value instanceof LocalTime) {
      return DateTimeCells.sqlTime(value, null);
    }
    if (value instanceof LocalDateTime) {
      return DateTimeCells.sqlTimestamp(value, null);
    }
    if (value instanceof ListValue list) {
      return list.isRow() ? struct(list) : array(list);
    }
    return value;
  }

  static byte[] bytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    throw SqlErrors.invalidCast(value, "VARBINARY");
  }

  private static UUID uuid(Object value) throws SQLException {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    if (value instanceof String text) {
      try {
        return UUID.fromString(text.strip());
      } catch (IllegalArgumentException e) {
        throw SqlErrors.invalidCast(value, "UUID");
      }
    }
    throw SqlErrors.invalidCast(value, "UUID");
  }

  private static MemoryArray array(Object value) throws SQLException {
    if (value instanceof ListValue list && !list.isRow()) {
      return MemoryArray.of(list);
    }
    throw SqlErrors.invalidCast(value, "ARRAY");
  }

  private static MemoryStruct struct(Object value) throws SQLException {
    if (value instanceof ListValue list && list.isRow()) {
      return MemoryStruct.of(list);
    }
    throw SqlErrors.invalidCast(value, "ROW");
  }

  private static <T> T javaArray(Array array, Class<T> type) throws SQLException {
    Object elements = array.getArray();
    if (type.isInstance(elements)) {
      return type.cast(elements);
    }
    throw SqlErrors.invalidArgument(
        type.getSimpleName(),
        "class to read an array of " + array.getBaseTypeName() + " as",
        "Use Object[].class and convert the elements.");
  }

  /** Elements or fields; lists in them are lists too. */
  private static List<@Nullable Object> list(Object value) throws SQLException {
    if (!(value instanceof ListValue list)) {
      throw SqlErrors.invalidCast(value, "ARRAY");
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (Object element : list.values()) {
      values.add(
          element == null
              ? null
              : element instanceof ListValue ? list(element) : standard(element));
    }
    return values;
  }

  private static Object same(Object value, Class<?> type, String name) throws SQLException {
    if (type.isInstance(value)) {
      return value;
    }
    throw SqlErrors.invalidCast(value, name);
  }
}
