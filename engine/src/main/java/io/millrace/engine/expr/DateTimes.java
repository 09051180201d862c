package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Arithmetic on date and time cells: epoch days, microseconds of a day, microseconds since 1970,
 * and intervals in months or microseconds. Dates stay between the years 1 and 9999.
 */
final class DateTimes {
  static final long MICROS_PER_SECOND = 1_000_000;
  static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;
  static final long MICROS_PER_MILLI = 1000;

  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  private DateTimes() {}

  /** The civil timestamp at which an epoch day begins. */
  static long midnight(long day) {
    return day * MICROS_PER_DAY;
  }

  /** The epoch day of a civil timestamp. */
  static long day(long timestamp) {
    return Math.floorDiv(timestamp, MICROS_PER_DAY);
  }

  /** The microsecond of the day of a civil timestamp. */
  static long timeOfDay(long timestamp) {
    return Math.floorMod(timestamp, MICROS_PER_DAY);
  }

  static LocalDate date(long day) {
    return LocalDate.ofEpochDay(day);
  }

  /** Whether a DATE or TIMESTAMP is one of those that there are. */
  static boolean isInRange(long value, CellType type) {
    long day = type == CellType.DATE ? value : day(value);
    return FIRST_DAY <= day && day <= LAST_DAY;
  }

  static Long checkDay(long day) {
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw Failures.dateTimeOutOfRange("The result", CellType.DATE);
    }
    return day;
  }

  static Long checkTimestamp(long micros, CellType type) {
    long day = day(micros);
    // An instant may be a day outside: the zone decides which civil date it is.
    long slack = type == CellType.TIMESTAMP ? 0 : 1;
    if (day < FIRST_DAY - slack || day > LAST_DAY + slack) {
      throw Failures.dateTimeOutOfRange("The result", type);
    }
    return micros;
  }

  /** The sum of a timestamp and microseconds. */
  static Long plusMicros(long timestamp, long micros, CellType type) {
    long sum = timestamp + micros;
    if (((timestamp ^ sum) & (micros ^ sum)) < 0) {
      throw Failures.dateTimeOutOfRange("The result", type);
    }
    return checkTimestamp(sum, type);
  }

  /** The day so many months later; a day that the month lacks becomes its last. */
  static Long plusMonths(long day, long months) {
    try {
      return checkDay(date(day).plusMonths(months).toEpochDay());
    } catch (DateTimeException | ArithmeticException e) {
      throw Failures.dateTimeOutOfRange("The result", CellType.DATE).causedBy(e);
    }
  }

  /**
   * How many whole months lie between two civil timestamps: the most that can be added to the
   * earlier without passing the later, negative if {@code later} is the earlier one.
   */
  static long monthsBetween(long later, long earlier) {
    if (later < earlier) {
      return -monthsBetween(earlier, later);
    }
    LocalDate to = date(day(later));
    LocalDate from = date(day(earlier));
    long months = (to.getYear() - from.getYear()) * 12L + to.getMonthValue() - from.getMonthValue();
    long reached = midnight(from.plusMonths(months).toEpochDay()) + timeOfDay(earlier);
    return reached > later ? months - 1 : months;
  }

  /** The civil timestamp that clocks of a zone show at an instant. */
  static Long civil(long instant, ZoneId zone) {
    long seconds = Math.floorDiv(instant, MICROS_PER_SECOND);
    long offset = zone.getRules().getOffset(Instant.ofEpochSecond(seconds)).getTotalSeconds();
    return checkTimestamp(instant + offset * MICROS_PER_SECOND, CellType.TIMESTAMP);
  }

  /**
   * The instant at which clocks of a zone show a civil timestamp: of two the earlier, and in a gap
   * as if the clock had not been put forward.
   */
  static Long instant(long timestamp, ZoneId zone) {
    long seconds = Math.floorDiv(timestamp, MICROS_PER_SECOND);
    LocalDateTime civil = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    long instantSeconds = civil.atZone(zone).toEpochSecond();
    return instantSeconds * MICROS_PER_SECOND + Math.floorMod(timestamp, MICROS_PER_SECOND);
  }

  /**
   * The zone of this name.
   *
   * @throws io.millrace.engine.error.DatabaseException 22023
   */
  static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw Failures.invalidArgument(name, "time zone", "Write it like Europe/Paris or +02:00.")
          .causedBy(e);
    }
  }
}
