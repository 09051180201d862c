package io.millrace.driver.jdbc;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times both ways.
 *
 * <p>DATE, TIME and TIMESTAMP are civil: they mean what a clock on the wall shows. A {@code
 * java.sql} object without a calendar shows the same digits in the zone of the JVM; with a calendar
 * it is the instant at which a clock in the calendar's zone shows them. {@code java.time} values
 * never move. Where the zone skips an hour, only the {@code java.sql} form moves, as it must.
 *
 * <p>TIMESTAMP WITH TIME ZONE is an instant, and calendars do not change an instant.
 */
final class DateTimeCells {
  private static final int NANOS_PER_MILLI = 1_000_000;

  private DateTimeCells() {}

  // Civil values out of a cell

  static LocalDate date(Object value, @Nullable Calendar calendar) throws SQLException {
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof LocalDateTime timestamp) {
      return timestamp.toLocalDate();
    }
    if (value instanceof OffsetDateTime timestamp) {
      return timestamp.atZoneSameInstant(zone(calendar)).toLocalDate();
    }
    if (value instanceof String text) {
      return parse(text, "DATE", t -> LocalDate.parse(t.substring(0, Math.min(10, t.length()))));
    }
    throw SqlErrors.invalidCast(value, "DATE");
  }

  static LocalTime time(Object value, @Nullable Calendar calendar) throws SQLException {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof LocalDateTime timestamp) {
      return timestamp.toLocalTime();
    }
    if (value instanceof OffsetDateTime timestamp) {
      return timestamp.atZoneSameInstant(zone(calendar)).toLocalTime();
    }
    if (value instanceof String text) {
      return parse(text, "TIME", LocalTime::parse);
    }
    throw SqlErrors.invalidCast(value, "TIME");
  }

  static LocalDateTime dateTime(Object value) throws SQLException {
    if (value instanceof LocalDateTime timestamp) {
      return timestamp;
    }
    if (value instanceof OffsetDateTime timestamp) {
      return timestamp.toLocalDateTime();
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (value instanceof String text) {
      return parse(text, "TIMESTAMP", DateTimeCells::parseDateTime);
    }
    throw SqlErrors.invalidCast(value, "TIMESTAMP");
  }

  private static LocalDateTime parseDateTime(String text) {
    return text.length() <= 10
        ? LocalDate.parse(text).atStartOfDay()
        : LocalDateTime.parse(text.substring(0, 10) + "T" + text.substring(11));
  }

  static OffsetDateTime instant(Object value) throws SQLException {
    if (value instanceof OffsetDateTime timestamp) {
      return timestamp;
    }
    if (value instanceof String text) {
      return parse(
          text,
          "TIMESTAMP WITH TIME ZONE",
          t -> OffsetDateTime.parse(t.substring(0, 10) + "T" + t.substring(11)));
    }
    // A civil timestamp names no instant, and to guess a zone would be wrong half the year.
    throw SqlErrors.invalidCast(value, "TIMESTAMP WITH TIME ZONE");
  }

  private interface Parser<T> {
    T parse(String text);
  }

  private static <T> T parse(String text, String type, Parser<T> parser) throws SQLException {
    try {
      return parser.parse(text.strip());
    } catch (DateTimeException | StringIndexOutOfBoundsException e) {
      throw SqlErrors.invalidCast(text, type);
    }
  }

  private static ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }

  // java.sql out of a cell

  static Date sqlDate(Object value, @Nullable Calendar calendar) throws SQLException {
    LocalDate date = date(value, calendar);
    return calendar == null ? Date.valueOf(date) : new Date(millis(date.atStartOfDay(), calendar));
  }

  static Time sqlTime(Object value, @Nullable Calendar calendar) throws SQLException {
    LocalTime time = time(value, calendar);
    if (calendar != null) {
      return new Time(
          millis(time.atDate(LocalDate.EPOCH), calendar) + time.get(ChronoField.MILLI_OF_SECOND));
    }
    return new Time(Time.valueOf(time).getTime() + time.get(ChronoField.MILLI_OF_SECOND));
  }

  static Timestamp sqlTimestamp(Object value, @Nullable Calendar calendar) throws SQLException {
    if (value instanceof OffsetDateTime timestamp) {
      return Timestamp.from(timestamp.toInstant());
    }
    LocalDateTime civil =
        value instanceof LocalTime time ? time.atDate(LocalDate.EPOCH) : dateTime(value);
    if (calendar == null) {
      return Timestamp.valueOf(civil);
    }
    Timestamp timestamp = new Timestamp(millis(civil, calendar));
    timestamp.setNanos(civil.get(ChronoField.NANO_OF_SECOND));
    return timestamp;
  }

  /** When a clock in the calendar's zone shows the civil time, to the second. */
  private static long millis(LocalDateTime civil, Calendar calendar) {
    Calendar copy = (Calendar) calendar.clone();
    copy.clear();
    copy.set(
        civil.getYear(),
        civil.getMonthValue() - 1,
        civil.getDayOfMonth(),
        civil.getHour(),
        civil.getMinute(),
        civil.getSecond());
    return copy.getTimeInMillis();
  }

  // java.sql into civil values

  static LocalDate civil(Date date, @Nullable Calendar calendar) {
    return calendar == null ? date.toLocalDate() : civil(date.getTime(), calendar).toLocalDate();
  }

  static LocalTime civil(Time time, @Nullable Calendar calendar) {
    LocalTime seconds =
        calendar == null ? time.toLocalTime() : civil(time.getTime(), calendar).toLocalTime();
    return seconds.withNano((int) Math.floorMod(time.getTime(), 1000L) * NANOS_PER_MILLI);
  }

  static LocalDateTime civil(Timestamp timestamp, @Nullable Calendar calendar) {
    return calendar == null
        ? timestamp.toLocalDateTime()
        : civil(timestamp.getTime(), calendar).withNano(timestamp.getNanos());
  }

  private static LocalDateTime civil(long millis, Calendar calendar) {
    Calendar copy = (Calendar) calendar.clone();
    copy.setTimeInMillis(millis);
    return LocalDateTime.of(
        copy.get(Calendar.YEAR),
        copy.get(Calendar.MONTH) + 1,
        copy.get(Calendar.DAY_OF_MONTH),
        copy.get(Calendar.HOUR_OF_DAY),
        copy.get(Calendar.MINUTE),
        copy.get(Calendar.SECOND));
  }

  static OffsetDateTime instant(Instant instant, @Nullable Calendar calendar) {
    return instant.atZone(zone(calendar)).toOffsetDateTime();
  }
}
