package io.millrace.driver.jdbc;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The canonical text of a value, the same in every zone and locale: what {@code getString} returns
 * and the console prints.
 */
final class TextCells {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final long SECONDS_PER_DAY = 86_400;

  private TextCells() {}

  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof LocalTime time) {
      return TIME.format(time);
    }
    if (value instanceof LocalDateTime timestamp) {
      return dateTime(timestamp);
    }
    if (value instanceof OffsetDateTime timestamp) {
      String offset = timestamp.getOffset().getId();
      return dateTime(timestamp.toLocalDateTime()) + (offset.equals("Z") ? "+00:00" : offset);
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Period months) {
      return months(months.toTotalMonths());
    }
    if (value instanceof Duration duration) {
      return duration(duration);
    }
    return value.toString();
  }

  private static String dateTime(LocalDateTime timestamp) {
    LocalDate date = timestamp.toLocalDate();
    return date + " " + TIME.format(timestamp.toLocalTime());
  }

  private static String months(long months) {
    long absolute = Math.abs(months);
    return (months < 0 ? "-" : "") + absolute / 12 + "-" + absolute % 12;
  }

  private static String duration(Duration duration) {
    Duration absolute = duration.abs();
    long seconds = absolute.toSeconds();
    LocalTime rest =
        LocalTime.ofSecondOfDay(seconds % SECONDS_PER_DAY).withNano(absolute.toNanosPart());
    return (duration.isNegative() ? "-" : "") + seconds / SECONDS_PER_DAY + " " + TIME.format(rest);
  }
}
