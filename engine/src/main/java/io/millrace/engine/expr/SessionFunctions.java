package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** What depends on the statement, the session or on chance. */
final class SessionFunctions {
  static final List<Function> FUNCTIONS =
      List.of(
          statement("CURRENT_DATE", CellType.DATE, (s, type) -> DateTimes.day(civilNow(s))),
          statement("CURRENT_TIME", CellType.TIME, (s, type) -> DateTimes.timeOfDay(civilNow(s))),
          statement("LOCALTIME", CellType.TIME, (s, type) -> DateTimes.timeOfDay(civilNow(s))),
          statement("CURRENT_TIMESTAMP", CellType.TIMESTAMP_WITH_TIME_ZONE, SessionFunctions::now),
          statement("LOCALTIMESTAMP", CellType.TIMESTAMP, SessionFunctions::now),
          statement("CURRENT_USER", CellType.VARCHAR, (s, type) -> s.user()),
          statement("CURRENT_SCHEMA", CellType.VARCHAR, (s, type) -> s.schema()),
          Function.of(
                  "RANDOM",
                  0,
                  1,
                  arguments -> ColumnType.of(CellType.DOUBLE).notNull(),
                  SessionFunctions::bindRandom)
              .volatility(Volatility.VOLATILE),
          Function.of(
                  "RANDOM_INTEGER",
                  1,
                  2,
                  Typings.INTEGER,
                  (arguments, type) ->
                      Strict.of(
                          List.of(Arguments.integer(arguments.get(arguments.size() - 1))),
                          a -> randomInteger((Long) a)))
              .volatility(Volatility.VOLATILE),
          Function.of(
                  "RANDOM_UUID",
                  0,
                  arguments -> ColumnType.of(CellType.UUID).notNull(),
                  (arguments, type) ->
                      type.type() == CellType.UUID
                          ? frame -> UUID.randomUUID()
                          : frame -> UUID.randomUUID().toString())
              .volatility(Volatility.VOLATILE)
              .neverFails());

  private interface OfStatement {
    Object apply(StatementValues statement, ColumnType type);
  }

  private SessionFunctions() {}

  private static Function statement(String name, CellType result, OfStatement function) {
    return Function.of(
            name,
            0,
            arguments -> ColumnType.of(result).notNull(),
            (arguments, type) -> frame -> function.apply(frame.statement(), type))
        .volatility(Volatility.STATEMENT)
        .neverFails();
  }

  private static long civilNow(StatementValues statement) {
    ZoneId zone = DateTimes.zone(statement.timeZone());
    return DateTimes.civil(statement.clockMicros(), zone);
  }

  private static Object now(StatementValues statement, ColumnType type) {
    return type.type() == CellType.TIMESTAMP_WITH_TIME_ZONE
        ? statement.clockMicros()
        : civilNow(statement);
  }

  /** With a seed, the first number of its sequence. */
  private static Evaluation bindRandom(List<Expr> arguments, ColumnType type) {
    if (arguments.isEmpty()) {
      return frame -> ThreadLocalRandom.current().nextDouble();
    }
    return Strict.of(
        List.of(Arguments.integer(arguments.get(0))), a -> new Random((Long) a).nextDouble());
  }

  private static Long randomInteger(long bound) {
    if (bound <= 0) {
      throw Failures.invalidArgument(bound, "bound of a random integer", "Use 1 or more.");
    }
    return ThreadLocalRandom.current().nextLong(bound);
  }
}
