package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Dates, times and intervals as text and back.
 *
 * <p>Written as {@code 2024-12-31}, {@code 23:59:59.5} and {@code 2024-12-31 23:59:59.5}, a
 * fraction without zeros at its end; an instant has its zone's offset behind it, {@code +00} or
 * {@code +05:30}. Months are written as {@code 1-02} (years, months), microseconds as {@code 3
 * 04:05:06.5} (days, time), a minus before the whole. Read in the same form; {@code T} may stand
 * for the blank, seconds may be missing, digits behind the sixth round half up.
 */
final class DateTimeText {
  private DateTimeText() {}

  static String date(long day) {
    StringBuilder text = new StringBuilder(10);
    appendDate(text, day);
    return text.toString();
  }

  static String time(long micros) {
    StringBuilder text = new StringBuilder(15);
    appendTime(text, micros);
    return text.toString();
  }

  static String timestamp(long micros) {
    StringBuilder text = new StringBuilder(26);
    appendDate(text, DateTimes.day(micros));
    appendTime(text.append(' '), DateTimes.timeOfDay(micros));
    return text.toString();
  }

  static String instant(long micros, ZoneId zone) {
    long civil = DateTimes.civil(micros, zone);
    long offset = (civil - micros) / DateTimes.MICROS_PER_SECOND;
    StringBuilder text = new StringBuilder(timestamp(civil));
    text.append(offset < 0 ? '-' : '+');
    long seconds = Math.abs(offset);
    appendTwo(text, seconds / 3600);
    if (seconds % 3600 != 0) {
      appendTwo(text.append(':'), seconds / 60 % 60);
    }
    if (seconds % 60 != 0) {
      appendTwo(text.append(':'), seconds % 60);
    }
    return text.toString();
  }

  static String months(long months) {
    StringBuilder text = new StringBuilder(months < 0 ? "-" : "");
    text.append(Math.abs(months / 12)).append('-');
    appendTwo(text, Math.abs(months % 12));
    return text.toString();
  }

  static String micros(long micros) {
    StringBuilder text = new StringBuilder(micros < 0 ? "-" : "");
    text.append(Math.abs(micros / DateTimes.MICROS_PER_DAY)).append(' ');
    appendTime(text, Math.abs(micros % DateTimes.MICROS_PER_DAY));
    return text.toString();
  }

  private static void appendDate(StringBuilder text, long day) {
    LocalDate date = LocalDate.ofEpochDay(day);
    String year = Integer.toString(date.getYear());
    text.append("0".repeat(Math.max(0, 4 - year.length()))).append(year).append('-');
    appendTwo(text, date.getMonthValue());
    appendTwo(text.append('-'), date.getDayOfMonth());
  }

  private static void appendTime(StringBuilder text, long micros) {
    appendTwo(text, micros / DateTimes.MICROS_PER_HOUR);
    appendTwo(text.append(':'), micros / DateTimes.MICROS_PER_MINUTE % 60);
    appendTwo(text.append(':'), micros / DateTimes.MICROS_PER_SECOND % 60);
    long fraction = micros % DateTimes.MICROS_PER_SECOND;
    if (fraction != 0) {
      String digits = Long.toString(DateTimes.MICROS_PER_SECOND + fraction);
      int end = digits.length();
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      text.append('.').append(digits, 1, end);
    }
  }

  private static void appendTwo(StringBuilder text, long number) {
    text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  /** The epoch day; a time behind the date is cut off. */
  static Long parseDate(String text) {
    Scanner scanner = new Scanner(text, CellType.DATE);
    long day = scanner.date();
    if (scanner.separator()) {
      scanner.time();
    }
    scanner.end();
    return day;
  }

  /** The microsecond of the day; a date before the time is cut off. */
  static Long parseTime(String text) {
    Scanner scanner = new Scanner(text, CellType.TIME);
    if (text.indexOf('-') > 0) {
      scanner.date();
      scanner.require(scanner.separator());
    }
    long time = scanner.time();
    scanner.end();
    if (time == DateTimes.MICROS_PER_DAY) {
      throw Failures.dateTimeOutOfRange(Failures.quote(text), CellType.TIME);
    }
    return time;
  }

  /** The civil timestamp; a date alone is its midnight. */
  static Long parseTimestamp(String text) {
    Scanner scanner = new Scanner(text, CellType.TIMESTAMP);
    long micros = scanner.timestamp();
    scanner.end();
    return DateTimes.checkTimestamp(micros, CellType.TIMESTAMP);
  }

  /** The instant; where the text names no offset or zone, it is meant in {@code zone}. */
  static Long parseInstant(String text, ZoneId zone) {
    Scanner scanner = new Scanner(text, CellType.TIMESTAMP_WITH_TIME_ZONE);
    long civil = scanner.timestamp();
    ZoneId given = scanner.zone(zone);
    scanner.end();
    return DateTimes.instant(civil, given);
  }

  /** {@code [-]years-months}. */
  static Long parseMonths(String text) {
    Scanner scanner = new Scanner(text, CellType.INTERVAL_MONTHS);
    boolean negative = scanner.minus();
    long months = scanner.number(9) * 12;
    scanner.require(scanner.skip('-'));
    months += scanner.field(11);
    scanner.end();
    return negative ? -months : months;
  }

  /** {@code [-]days hh:mm:ss.f}, or either part alone. */
  static Long parseMicros(String text) {
    Scanner scanner = new Scanner(text, CellType.INTERVAL_MICROS);
    boolean negative = scanner.minus();
    long micros = 0;
    if (text.indexOf(':') < 0 || text.strip().indexOf(' ') > 0) {
      micros = scanner.number(8) * DateTimes.MICROS_PER_DAY;
      if (scanner.separator()) {
        micros += scanner.time();
      }
    } else {
      micros = scanner.time();
    }
    scanner.end();
    return negative ? -micros : micros;
  }

  /** Reads a text from left to right; blanks around it do not count. */
  private static final class Scanner {
    private final String whole;
    private final String text;
    private final CellType type;
    private int at;

    Scanner(String whole, CellType type) {
      this.whole = whole;
      this.text = whole.strip();
      this.type = type;
    }

    void require(boolean holds) {
      if (!holds) {
        throw Failures.invalidDateTime(whole, type);
      }
    }

    boolean skip(char c) {
      boolean found = at < text.length() && text.charAt(at) == c;
      at += found ? 1 : 0;
      return found;
    }

    boolean separator() {
      if (skip('T') || skip('t')) {
        return true;
      }
      boolean found = skip(' ');
      while (found && skip(' ')) {
        // Any number of blanks separates.
      }
      return found;
    }

    boolean minus() {
      return !skip('+') && skip('-');
    }

    private boolean digit() {
      return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    long number(int mostDigits) {
      int start = at;
      while (digit()) {
        at++;
      }
      require(at > start && at - start <= mostDigits);
      return Long.parseLong(text.substring(start, at));
    }

    long field(long greatest) {
      long value = number(2);
      if (value > greatest) {
        throw Failures.dateTimeOutOfRange(Failures.quote(whole), type);
      }
      return value;
    }

    long date() {
      int start = at;
      long year = number(5);
      require(at - start >= 4 && skip('-'));
      long month = field(12);
      require(skip('-'));
      long day = field(31);
      if (year < 1
          || year > 9999
          || month < 1
          || day < 1
          || day > LocalDate.of((int) year, (int) month, 1).lengthOfMonth()) {
        throw Failures.dateTimeOutOfRange(Failures.quote(whole), type);
      }
      return LocalDate.of((int) year, (int) month, (int) day).toEpochDay();
    }

    long time() {
      long micros = field(23) * DateTimes.MICROS_PER_HOUR;
      require(skip(':'));
      micros += field(59) * DateTimes.MICROS_PER_MINUTE;
      if (skip(':')) {
        micros += field(59) * DateTimes.MICROS_PER_SECOND;
        if (skip('.')) {
          micros += fraction();
        }
      }
      return micros;
    }

    private long fraction() {
      int start = at;
      long micros = 0;
      while (digit()) {
        int digit = text.charAt(at) - '0';
        int place = at - start;
        if (place < 6) {
          micros = micros * 10 + digit;
        } else if (place == 6 && digit >= 5) {
          micros++;
        }
        at++;
      }
      require(at > start);
      for (int place = at - start; place < 6; place++) {
        micros *= 10;
      }
      return micros;
    }

    long timestamp() {
      long micros = DateTimes.midnight(date());
      int before = at;
      if (separator()) {
        if (digit()) {
          return micros + time();
        }
        at = before;
      }
      return micros;
    }

    /** An offset such as +02, +0530, -03:30, Z, or the name of a zone. */
    ZoneId zone(ZoneId otherwise) {
      while (skip(' ')) {
        // Blanks may stand before the zone.
      }
      if (at == text.length()) {
        return otherwise;
      }
      String rest = text.substring(at);
      at = text.length();
      if (rest.equals("Z") || rest.equals("z")) {
        return ZoneOffset.UTC;
      }
      return DateTimes.zone(rest);
    }

    void end() {
      require(at == text.length());
    }
  }
}
