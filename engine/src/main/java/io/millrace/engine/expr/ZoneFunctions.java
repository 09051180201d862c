package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between instants and civil time. Each takes the zone as its last argument; where SQL names none
 * that is SESSION_TIME_ZONE(), which a view replaces by the zone of its creation.
 */
final class ZoneFunctions {
  private static final ColumnType CIVIL = ColumnType.of(CellType.TIMESTAMP);
  private static final ColumnType INSTANT = ColumnType.of(CellType.TIMESTAMP_WITH_TIME_ZONE);

  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(
                  "SESSION_TIME_ZONE",
                  0,
                  arguments -> ColumnType.of(CellType.VARCHAR).notNull(),
                  (arguments, type) -> frame -> frame.statement().timeZone())
              .volatility(Volatility.SETTING)
              .neverFails(),
          zoned("CIVIL_TIME", CIVIL, (a, zone) -> DateTimes.civil((Long) a, zone)),
          zoned("INSTANT", INSTANT, (a, zone) -> DateTimes.instant((Long) a, zone)),
          zoned("PARSE_INSTANT", INSTANT, (a, zone) -> DateTimeText.parseInstant((String) a, zone)),
          zoned("TRY_PARSE_INSTANT", INSTANT, (a, zone) -> tryParse((String) a, zone)),
          zoned(
              "INSTANT_TEXT",
              ColumnType.of(CellType.VARCHAR),
              (a, zone) -> DateTimeText.instant((Long) a, zone)));

  private interface Zoned {
    @Nullable Object apply(Object value, ZoneId zone);
  }

  private ZoneFunctions() {}

  private static Function zoned(String name, ColumnType result, Zoned function) {
    return Function.of(
        name,
        2,
        Typings.constant(result),
        (arguments, type) -> {
          if (arguments.get(1) instanceof Literal literal
              && literal.value() instanceof String zoneName) {
            ZoneId zone = DateTimes.zone(zoneName);
            return Strict.of(arguments, a -> function.apply(a, zone));
          }
          return Strict.of(arguments, (a, b) -> function.apply(a, DateTimes.zone((String) b)));
        });
  }

  private static @Nullable Long tryParse(String text, ZoneId zone) {
    try {
      return DateTimeText.parseInstant(text, zone);
    } catch (DatabaseException e) {
      return null;
    }
  }

  private static Expr inSessionZone(String name, Expr operand) {
    return Exprs.call(name, operand, Exprs.call("SESSION_TIME_ZONE"));
  }

  /** An instant as civil time in the session's zone; anything else as it is. */
  static Expr civil(Expr operand) {
    return operand.type().type() == CellType.TIMESTAMP_WITH_TIME_ZONE
        ? inSessionZone("CIVIL_TIME", operand)
        : operand;
  }

  /** A cast from or to an instant; null if it is neither or there is no such cast. */
  static @Nullable Expr cast(
      Expr operand, ColumnType type, CastMode mode, @Nullable String column) {
    CellType from = operand.type().type();
    if (from == CellType.TIMESTAMP_WITH_TIME_ZONE) {
      return switch (type.type()) {
        case TIMESTAMP -> civil(operand);
        case DATE, TIME -> new Cast(civil(operand), type, mode, column);
        case CHAR, VARCHAR -> new Cast(inSessionZone("INSTANT_TEXT", operand), type, mode, column);
        default -> null;
      };
    }
    if (type.type() != CellType.TIMESTAMP_WITH_TIME_ZONE) {
      return null;
    }
    return switch (from) {
      case TIMESTAMP -> inSessionZone("INSTANT", operand);
      case DATE -> inSessionZone("INSTANT", new Cast(operand, CIVIL, mode, column));
      case CHAR, VARCHAR ->
          inSessionZone(mode == CastMode.SAFE ? "TRY_PARSE_INSTANT" : "PARSE_INSTANT", operand);
      default -> null;
    };
  }
}
