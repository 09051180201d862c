package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.time.LocalDate;
import java.time.temporal.IsoFields;

/** EXTRACT of one unit from cells of one type; always a whole number, cut off below the unit. */
record Extraction(TimeUnit unit, CellType type) {
  long of(long value) {
    return switch (type) {
      case DATE -> ofTimestamp(DateTimes.midnight(value));
      case TIME -> ofTime(value);
      case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> ofTimestamp(value);
      case INTERVAL_MONTHS -> ofMonths(value);
      case INTERVAL_MICROS -> ofMicros(value);
      default ->
          throw Failures.mismatch(
              "The argument of EXTRACT", ColumnType.of(type), "a date, time or interval");
    };
  }

  private long ofTimestamp(long micros) {
    LocalDate date = DateTimes.date(DateTimes.day(micros));
    int year = date.getYear();
    return switch (unit) {
      case MILLENNIUM -> (year + 999) / 1000;
      case CENTURY -> (year + 99) / 100;
      case DECADE -> year / 10;
      case YEAR -> year;
      case ISOYEAR -> date.get(IsoFields.WEEK_BASED_YEAR);
      case QUARTER -> (date.getMonthValue() + 2) / 3;
      case MONTH -> date.getMonthValue();
      case WEEK, ISOWEEK -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case DAY -> date.getDayOfMonth();
      case DOW -> date.getDayOfWeek().getValue() % 7 + 1;
      case ISODOW -> date.getDayOfWeek().getValue();
      case DOY -> date.getDayOfYear();
      case EPOCH -> Math.floorDiv(micros, DateTimes.MICROS_PER_SECOND);
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
          ofTime(DateTimes.timeOfDay(micros));
    };
  }

  private long ofTime(long micros) {
    long inMinute = micros % DateTimes.MICROS_PER_MINUTE;
    return switch (unit) {
      case HOUR -> micros / DateTimes.MICROS_PER_HOUR;
      case MINUTE -> micros / DateTimes.MICROS_PER_MINUTE % 60;
      case SECOND -> inMinute / DateTimes.MICROS_PER_SECOND;
      case MILLISECOND -> inMinute / DateTimes.MICROS_PER_MILLI;
      case MICROSECOND -> inMinute;
      case NANOSECOND -> inMinute * 1000;
      case EPOCH -> micros / DateTimes.MICROS_PER_SECOND;
      default -> throw noSuchUnit();
    };
  }

  private long ofMonths(long months) {
    return switch (unit) {
      case MILLENNIUM -> months / 12_000;
      case CENTURY -> months / 1200;
      case DECADE -> months / 120;
      case YEAR -> months / 12;
      case QUARTER -> months % 12 / 3 + 1;
      case MONTH -> months % 12;
      case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND -> 0;
      default -> throw noSuchUnit();
    };
  }

  private long ofMicros(long micros) {
    return switch (unit) {
      case YEAR, QUARTER, MONTH -> 0;
      case DAY -> micros / DateTimes.MICROS_PER_DAY;
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
          ofTime(micros % DateTimes.MICROS_PER_DAY);
      case EPOCH -> micros / DateTimes.MICROS_PER_SECOND;
      default -> throw noSuchUnit();
    };
  }

  private RuntimeException noSuchUnit() {
    return Failures.invalidArgument(
        unit.name(), "unit of " + type.sqlName(), "Use one that the type has.");
  }
}
