package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/**
 * Functions of dates, times and intervals. Those of an instant go by the civil time of the
 * session's zone (see {@link ZoneFunctions}). Units are constant texts, the names of {@link
 * TimeUnit}.
 */
final class DateFunctions {
  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(
              "EXTRACT",
              2,
              Typings.BIGINT,
              (arguments, type) -> {
                Extraction extraction =
                    new Extraction(unit(arguments, 0), arguments.get(1).type().type());
                return Strict.of(
                    List.of(ZoneFunctions.civil(arguments.get(1))),
                    a -> Numbers.convert(extraction.of((Long) a), type));
              }),
          Function.of(
              "FLOOR_TO", 2, Typings.SAME, (arguments, type) -> bindRound(arguments, type, false)),
          Function.of(
              "CEIL_TO", 2, Typings.SAME, (arguments, type) -> bindRound(arguments, type, true)),
          Function.of(
              "DATETIME_PLUS",
              2,
              DateFunctions::plusType,
              (arguments, type) -> bindPlus(arguments, type, 1)),
          Function.of(
              "DATETIME_MINUS",
              2,
              DateFunctions::plusType,
              (arguments, type) -> bindPlus(arguments, type, -1)),
          Function.of(
              "DATETIME_DIFF",
              2,
              Typings.constant(ColumnType.of(CellType.INTERVAL_MICROS)),
              DateFunctions::bindDifference),
          Function.of(
              "TIMESTAMPDIFF",
              3,
              Typings.BIGINT,
              (arguments, type) -> {
                TimeUnit unit = unit(arguments, 0);
                return Strict.of(
                    List.of(civil(arguments.get(1)), civil(arguments.get(2))),
                    (a, b) -> Numbers.convert(between((Long) a, (Long) b, unit), type));
              }),
          Function.of(
              "INTERVAL_MILLIS",
              1,
              Typings.BIGINT,
              (arguments, type) ->
                  Strict.of(
                      arguments,
                      a -> Numbers.convert((Long) a / DateTimes.MICROS_PER_MILLI, type))),
          Function.of(
              "MILLIS_INTERVAL",
              1,
              Typings.constant(ColumnType.of(CellType.INTERVAL_MICROS)),
              (arguments, type) ->
                  Strict.of(
                      arguments,
                      a -> Numbers.convertToLong(Numbers.decimal(a).movePointRight(3), type))),
          Function.of(
              "REINTERPRET",
              1,
              Typings.SAME,
              (arguments, type) ->
                  Strict.of(
                      arguments,
                      a ->
                          Types.isInterval(type.type())
                              ? Numbers.convertToLong(Numbers.decimal(a), type)
                              : Numbers.convert(a, type))),
          Function.of(
                  "LAST_DAY",
                  1,
                  Typings.constant(ColumnType.of(CellType.DATE)),
                  (arguments, type) ->
                      Strict.of(days(arguments), a -> lastDay(DateTimes.date((Long) a))))
              .neverFails(),
          Function.of(
                  "DAYNAME",
                  1,
                  Typings.TEXT,
                  (arguments, type) ->
                      Strict.of(
                          days(arguments),
                          a -> capitalized(DateTimes.date((Long) a).getDayOfWeek())))
              .neverFails(),
          Function.of(
                  "MONTHNAME",
                  1,
                  Typings.TEXT,
                  (arguments, type) ->
                      Strict.of(
                          days(arguments), a -> capitalized(DateTimes.date((Long) a).getMonth())))
              .neverFails());

  private DateFunctions() {}

  private static TimeUnit unit(List<Expr> arguments, int index) {
    return TimeUnit.ofName(Arguments.constantText(arguments, index));
  }

  private static List<Expr> days(List<Expr> arguments) {
    return List.of(Exprs.cast(arguments.get(0), ColumnType.of(CellType.DATE)));
  }

  private static Expr civil(Expr operand) {
    return Exprs.cast(operand, ColumnType.of(CellType.TIMESTAMP));
  }

  /** How many whole units lie between, cut off towards zero. */
  private static long between(long from, long to, TimeUnit unit) {
    return switch (unit) {
      case MILLENNIUM -> DateTimes.monthsBetween(to, from) / 12_000;
      case CENTURY -> DateTimes.monthsBetween(to, from) / 1200;
      case DECADE -> DateTimes.monthsBetween(to, from) / 120;
      case YEAR, ISOYEAR -> DateTimes.monthsBetween(to, from) / 12;
      case QUARTER -> DateTimes.monthsBetween(to, from) / 3;
      case MONTH -> DateTimes.monthsBetween(to, from);
      case WEEK, ISOWEEK -> (to - from) / (7 * DateTimes.MICROS_PER_DAY);
      case NANOSECOND ->
          Numbers.convertToLong(
              Numbers.decimal(to - from).movePointRight(3), ColumnType.of(CellType.BIGINT));
      case DOW, ISODOW, DOY -> (to - from) / DateTimes.MICROS_PER_DAY;
      case EPOCH -> (to - from) / DateTimes.MICROS_PER_SECOND;
      case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> (to - from) / unit.micros();
    };
  }

  private static Long lastDay(LocalDate date) {
    return date.withDayOfMonth(date.lengthOfMonth()).toEpochDay();
  }

  private static String capitalized(Enum<?> name) {
    return name.name().charAt(0) + name.name().substring(1).toLowerCase(Locale.ROOT);
  }

  private static Evaluation bindRound(List<Expr> arguments, ColumnType type, boolean up) {
    TimeUnit unit = unit(arguments, 1);
    CellType from = arguments.get(0).type().type();
    if (!Types.isDateTime(from)) {
      throw Failures.mismatch(
          "The argument of FLOOR or CEIL to a unit", arguments.get(0).type(), "a date or time");
    }
    if (from == CellType.DATE) {
      return Strict.of(arguments, a -> DateTimes.checkDay(roundDay((Long) a, unit, up)));
    }
    if (from == CellType.TIMESTAMP_WITH_TIME_ZONE) {
      Expr civil =
          new Call(
              Functions.get(up ? "CEIL_TO" : "FLOOR_TO"),
              List.of(ZoneFunctions.civil(arguments.get(0)), arguments.get(1)),
              ColumnType.of(CellType.TIMESTAMP));
      return Exprs.cast(civil, type)::evaluate;
    }
    return Strict.of(arguments, a -> roundMicros((Long) a, unit, up, from));
  }

  private static Long roundMicros(long micros, TimeUnit unit, boolean up, CellType type) {
    long width = unit.micros();
    if (width > 0) {
      long floor = floor(micros, unit, type);
      long result = up && floor < micros ? floor + width : floor;
      if (type == CellType.TIME) {
        return Math.floorMod(result, DateTimes.MICROS_PER_DAY);
      }
      return DateTimes.checkTimestamp(result, type);
    }
    if (type == CellType.TIME) {
      return 0L;
    }
    long day = DateTimes.day(micros);
    long floor = roundDay(day, unit, false);
    boolean exact = floor == day && DateTimes.timeOfDay(micros) == 0;
    long result = up && !exact ? roundDay(floor + 1, unit, true) : floor;
    return DateTimes.checkTimestamp(DateTimes.midnight(result), type);
  }

  /**
   * The first moment of the unit that a DATE or TIMESTAMP lies in, be there such a value or not.
   */
  static long floor(long value, TimeUnit unit, CellType type) {
    if (type == CellType.DATE) {
      return roundDay(value, unit, false);
    }
    return unit.micros() > 0
        ? value - Math.floorMod(value, unit.micros())
        : DateTimes.midnight(roundDay(DateTimes.day(value), unit, false));
  }

  /** The first day of the unit that the day lies in or, if up and it isn't first, of the next. */
  private static long roundDay(long day, TimeUnit unit, boolean up) {
    LocalDate date = DateTimes.date(day);
    int year = date.getYear();
    LocalDate january = LocalDate.of(year, 1, 1);
    return switch (unit) {
      case MILLENNIUM -> years(date, 1000, up);
      case CENTURY -> years(date, 100, up);
      case DECADE -> step(date, LocalDate.of(year - year % 10, 1, 1), 120, up);
      case YEAR -> step(date, january, 12, up);
      case QUARTER -> step(date, january.plusMonths((date.getMonthValue() - 1) / 3 * 3L), 3, up);
      case MONTH -> step(date, date.withDayOfMonth(1), 1, up);
      case WEEK -> days(day, day - Math.floorMod(day + 4, 7), up);
      case ISOWEEK -> days(day, day - Math.floorMod(day + 3, 7), up);
      case DAY, DOW, ISODOW, DOY -> day;
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND -> day;
      case ISOYEAR, EPOCH ->
          throw Failures.invalidArgument(
              unit.name(), "unit to round to", "Use YEAR, MONTH, DAY, HOUR and the like.");
    };
  }

  /** Centuries and millennia begin with a year 1: 2001, not 2000. */
  private static long years(LocalDate date, int width, boolean up) {
    int first = (date.getYear() - 1) / width * width + 1;
    return step(date, LocalDate.of(first, 1, 1), width * 12L, up);
  }

  private static long step(LocalDate date, LocalDate floor, long months, boolean up) {
    LocalDate result = up && floor.isBefore(date) ? floor.plusMonths(months) : floor;
    return result.toEpochDay();
  }

  private static long days(long day, long floor, boolean up) {
    return up && floor < day ? floor + 7 : floor;
  }

  private static ColumnType plusType(List<Expr> arguments) {
    return Typings.nullableIfAny(arguments.get(0).type(), arguments);
  }

  private static Evaluation bindPlus(List<Expr> arguments, ColumnType type, int sign) {
    CellType from = arguments.get(0).type().type();
    CellType interval = arguments.get(1).type().type();
    if (!Types.isDateTime(from) || !Types.isInterval(interval)) {
      throw Failures.mismatch(
          "An operand of date arithmetic", arguments.get(1).type(), "an interval");
    }
    if (from == CellType.DATE && type.type() == CellType.TIMESTAMP) {
      Expr midnight = Exprs.cast(arguments.get(0), type);
      return bindPlus(List.of(midnight, arguments.get(1)), type, sign);
    }
    if (interval == CellType.INTERVAL_MONTHS && from == CellType.TIMESTAMP_WITH_TIME_ZONE) {
      List<Expr> civil = List.of(ZoneFunctions.civil(arguments.get(0)), arguments.get(1));
      String name = sign < 0 ? "DATETIME_MINUS" : "DATETIME_PLUS";
      return Exprs.cast(Exprs.call(name, civil), type)::evaluate;
    }
    if (interval == CellType.INTERVAL_MONTHS) {
      return Strict.of(arguments, (a, b) -> plusMonths((Long) a, signed(b, sign), from));
    }
    return Strict.of(arguments, (a, b) -> plusMicros((Long) a, signed(b, sign), from));
  }

  private static long signed(Object interval, int sign) {
    long value = (Long) interval;
    return sign > 0
        ? value
        : Arithmetic.subtract(0, value, ColumnType.of(CellType.INTERVAL_MICROS));
  }

  private static Long plusMonths(long value, long months, CellType type) {
    if (type == CellType.DATE) {
      return DateTimes.plusMonths(value, months);
    }
    if (type == CellType.TIME) {
      return value;
    }
    long day = DateTimes.plusMonths(DateTimes.day(value), months);
    return DateTimes.midnight(day) + DateTimes.timeOfDay(value);
  }

  private static Long plusMicros(long value, long micros, CellType type) {
    if (type == CellType.DATE) {
      // A date moves by whole days: what is left of the interval is cut off.
      return DateTimes.checkDay(value + micros / DateTimes.MICROS_PER_DAY);
    }
    if (type == CellType.TIME) {
      return Math.floorMod(value + micros % DateTimes.MICROS_PER_DAY, DateTimes.MICROS_PER_DAY);
    }
    return DateTimes.plusMicros(value, micros, type);
  }

  /** The interval from the second argument to the first. */
  private static Evaluation bindDifference(List<Expr> arguments, ColumnType type) {
    CellType left = arguments.get(0).type().type();
    CellType right = arguments.get(1).type().type();
    if (!Types.isDateTime(left) || !Types.isDateTime(right)) {
      throw Failures.mismatch(
          "An operand of a difference", arguments.get(1).type(), "a date or time");
    }
    boolean zoned =
        left == CellType.TIMESTAMP_WITH_TIME_ZONE || right == CellType.TIMESTAMP_WITH_TIME_ZONE;
    boolean times = left == CellType.TIME && right == CellType.TIME;
    ColumnType common =
        ColumnType.of(
            zoned ? CellType.TIMESTAMP_WITH_TIME_ZONE : times ? CellType.TIME : CellType.TIMESTAMP);
    List<Expr> operands =
        List.of(Exprs.cast(arguments.get(0), common), Exprs.cast(arguments.get(1), common));
    if (type.type() == CellType.INTERVAL_MONTHS) {
      return Strict.of(operands, (a, b) -> DateTimes.monthsBetween((Long) a, (Long) b));
    }
    return Strict.of(operands, (a, b) -> Arithmetic.subtract((Long) a, (Long) b, type));
  }
}
