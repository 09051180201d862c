package io.millrace.engine.expr;

/** The units that EXTRACT, FLOOR and CEIL know. Names are part of stored formats. */
enum TimeUnit {
  MILLENNIUM,
  CENTURY,
  DECADE,
  YEAR,
  ISOYEAR,
  QUARTER,
  MONTH,
  /** Of a year as ISO 8601 counts it; FLOOR goes back to Sunday. */
  WEEK,
  /** As WEEK; FLOOR goes back to Monday. */
  ISOWEEK,
  DAY,
  /** Sunday is 1. */
  DOW,
  /** Monday is 1. */
  ISODOW,
  DOY,
  HOUR,
  MINUTE,
  SECOND,
  MILLISECOND,
  MICROSECOND,
  NANOSECOND,
  EPOCH;

  static TimeUnit ofName(String name) {
    for (TimeUnit unit : values()) {
      if (unit.name().equals(name)) {
        return unit;
      }
    }
    throw Failures.invalidArgument(
        name, "unit of time", "Use YEAR, MONTH, DAY, HOUR and the like.");
  }

  /** The microseconds of a unit of fixed length up to a day; 0 for others. */
  long micros() {
    return switch (this) {
      case DAY -> DateTimes.MICROS_PER_DAY;
      case HOUR -> DateTimes.MICROS_PER_HOUR;
      case MINUTE -> DateTimes.MICROS_PER_MINUTE;
      case SECOND -> DateTimes.MICROS_PER_SECOND;
      case MILLISECOND -> DateTimes.MICROS_PER_MILLI;
      case MICROSECOND, NANOSECOND -> 1;
      default -> 0;
    };
  }
}
