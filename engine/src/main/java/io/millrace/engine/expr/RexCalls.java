package io.millrace.engine.expr;

import static java.util.Map.entry;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;

/** Calls of Calcite's operators as ours: by their kind where it says all, else by their name. */
final class RexCalls {
  /** Operators whose name is not that of our function. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          entry("LENGTH", "CHAR_LENGTH"),
          entry("LEN", "CHAR_LENGTH"),
          entry("CHARACTER_LENGTH", "CHAR_LENGTH"),
          entry("POW", "POWER"),
          entry("CEILING", "CEIL"),
          entry("TRUNC", "TRUNCATE"),
          entry("RAND", "RANDOM"),
          entry("RAND_INTEGER", "RANDOM_INTEGER"),
          entry("USER", "CURRENT_USER"),
          entry("SESSION_USER", "CURRENT_USER"),
          entry("SYSTEM_USER", "CURRENT_USER"),
          entry("UUID", "RANDOM_UUID"),
          entry("GEN_RANDOM_UUID", "RANDOM_UUID"),
          entry("ENDSWITH", "ENDS_WITH"),
          entry("STARTSWITH", "STARTS_WITH"),
          entry("SUBSTR", "SUBSTRING"),
          entry("TRANSLATE3", "TRANSLATE"),
          entry("ARRAY_LENGTH", "CARDINALITY"),
          entry("ARRAY_SIZE", "CARDINALITY"));

  /** Functions of lists, whose types follow from ours: Calcite's cut text and know no NULL. */
  private static final Set<String> OF_LISTS =
      Stream.of(ListFunctions.FUNCTIONS, ListSearches.FUNCTIONS)
          .flatMap(List::stream)
          .map(Function::name)
          .collect(Collectors.toUnmodifiableSet());

  /** Functions whose text may be longer than the type that Calcite derives from an argument. */
  private static final Set<String> GROWING =
      Set.of(
          "UPPER",
          "LOWER",
          "INITCAP",
          "LPAD",
          "RPAD",
          "REPEAT",
          "REPLACE",
          "TRANSLATE",
          "OVERLAY",
          "CONCAT",
          "CONCAT_SKIP_NULLS",
          "CONCAT_WS",
          "CHR",
          "REGEXP_REPLACE");

  private final RexExprBuilder builder;

  RexCalls(RexExprBuilder builder) {
    this.builder = builder;
  }

  Expr build(RexCall call) {
    return switch (call.getKind()) {
      case AND -> Exprs.and(arguments(call));
      case OR -> Exprs.or(arguments(call));
      case NOT -> Exprs.not(argument(call, 0));
      case IS_NULL -> ofFields(argument(call, 0), Exprs::isNull);
      case IS_NOT_NULL -> ofFields(argument(call, 0), Exprs::isNotNull);
      case IS_UNKNOWN -> Exprs.isNull(argument(call, 0));
      case IS_TRUE -> new IsTruth(argument(call, 0), true, false);
      case IS_NOT_TRUE -> new IsTruth(argument(call, 0), true, true);
      case IS_FALSE -> new IsTruth(argument(call, 0), false, false);
      case IS_NOT_FALSE -> new IsTruth(argument(call, 0), false, true);
      case IS_DISTINCT_FROM -> Exprs.isDistinct(argument(call, 0), argument(call, 1), false);
      case IS_NOT_DISTINCT_FROM -> Exprs.isDistinct(argument(call, 0), argument(call, 1), true);
      case EQUALS -> compare(ComparisonOperator.EQUAL, call);
      case NOT_EQUALS -> compare(ComparisonOperator.NOT_EQUAL, call);
      case LESS_THAN -> compare(ComparisonOperator.LESS, call);
      case LESS_THAN_OR_EQUAL -> compare(ComparisonOperator.LESS_OR_EQUAL, call);
      case GREATER_THAN -> compare(ComparisonOperator.GREATER, call);
      case GREATER_THAN_OR_EQUAL -> compare(ComparisonOperator.GREATER_OR_EQUAL, call);
      case SEARCH -> RexLiterals.search(argument(call, 0), (RexLiteral) call.getOperands().get(1));
      case CASE -> choice(call);
      case COALESCE -> Exprs.coalesce(arguments(call), RexTypes.of(call.getType()));
      case CAST -> Exprs.cast(argument(call, 0), RexTypes.of(call.getType()));
      case SAFE_CAST -> Exprs.tryCast(argument(call, 0), RexTypes.of(call.getType()));
      case REINTERPRET -> reinterpret(argument(call, 0), RexTypes.of(call.getType()));
      case ARRAY_VALUE_CONSTRUCTOR -> named("ARRAY", call);
      case PLUS, CHECKED_PLUS -> plus(call);
      case MINUS, CHECKED_MINUS -> minus(call);
      case TIMES, CHECKED_TIMES -> named("*", call);
      case DIVIDE, CHECKED_DIVIDE -> named("/", call);
      case MOD -> named("MOD", call);
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> named("NEGATE", call);
      case PLUS_PREFIX -> argument(call, 0);
      case FLOOR, CEIL -> round(call);
      case EXTRACT -> unitFirst("EXTRACT", call);
      case TIMESTAMP_DIFF -> unitFirst("TIMESTAMPDIFF", call);
      case TRIM -> trim(call);
      case LIKE, SIMILAR -> like(call);
      case CONCAT_WITH_NULL -> named("CONCAT_SKIP_NULLS", call);
      case GREATEST -> named("GREATEST", call);
      case LEAST -> named("LEAST", call);
      case GREATEST_PG -> named("GREATEST_SKIP_NULLS", call);
      case LEAST_PG -> named("LEAST_SKIP_NULLS", call);
      default -> byName(call);
    };
  }

  /** A row value is NULL if all its fields are, and is not NULL if none is. */
  private static Expr ofFields(Expr operand, UnaryOperator<Expr> test) {
    if (operand.type().type() != CellType.ROW) {
      return test.apply(operand);
    }
    List<Expr> tests = new ArrayList<>();
    for (int i = 0; i < operand.type().parts().size(); i++) {
      tests.add(ofFields(Exprs.call("FIELD", operand, Exprs.literal(i)), test));
    }
    return Exprs.and(tests);
  }

  private Expr argument(RexCall call, int index) {
    return call.getOperands().get(index).accept(builder);
  }

  private List<Expr> arguments(RexCall call) {
    return builder.buildAll(call.getOperands());
  }

  private Expr compare(ComparisonOperator operator, RexCall call) {
    return Exprs.compare(operator, argument(call, 0), argument(call, 1));
  }

  /** Operands are condition and result in turn, then the last result. */
  private Expr choice(RexCall call) {
    List<Expr> conditions = new ArrayList<>();
    List<Expr> results = new ArrayList<>();
    int last = call.getOperands().size() - 1;
    for (int i = 0; i < last; i += 2) {
      conditions.add(argument(call, i));
      results.add(argument(call, i + 1));
    }
    return Exprs.caseOf(conditions, results, argument(call, last), RexTypes.of(call.getType()));
  }

  /**
   * Between an interval and the number that Calcite keeps for it: months, or milliseconds where we
   * have microseconds.
   */
  private static Expr reinterpret(Expr operand, ColumnType type) {
    boolean toNumber = operand.type().type() == CellType.INTERVAL_MICROS;
    if (toNumber == (type.type() == CellType.INTERVAL_MICROS)) {
      return Exprs.call("REINTERPRET", type, List.of(operand));
    }
    return Exprs.call(toNumber ? "INTERVAL_MILLIS" : "MILLIS_INTERVAL", type, List.of(operand));
  }

  private Expr plus(RexCall call) {
    Expr left = argument(call, 0);
    Expr right = argument(call, 1);
    if (Types.isDateTime(left.type().type())) {
      return typed("DATETIME_PLUS", call, List.of(left, right));
    }
    return Types.isDateTime(right.type().type())
        ? typed("DATETIME_PLUS", call, List.of(right, left))
        : typed("+", call, List.of(left, right));
  }

  private Expr minus(RexCall call) {
    List<Expr> operands = builder.buildAll(call.getOperands().subList(0, 2));
    if (!Types.isDateTime(operands.get(0).type().type())) {
      return typed("-", call, operands);
    }
    boolean difference = Types.isDateTime(operands.get(1).type().type());
    return typed(difference ? "DATETIME_DIFF" : "DATETIME_MINUS", call, operands);
  }

  private Expr round(RexCall call) {
    String name = call.getKind() == SqlKind.FLOOR ? "FLOOR" : "CEIL";
    if (call.getOperands().size() == 1) {
      return named(name, call);
    }
    return typed(name + "_TO", call, List.of(argument(call, 0), roundedTo(call)));
  }

  /** The unit of FLOOR or CEIL: weeks that begin on another day than Sunday are known by name. */
  private static Literal roundedTo(RexCall call) {
    if (!(call.getOperands().get(1) instanceof RexLiteral literal)
        || literal.getTypeName() != SqlTypeName.CHAR) {
      return symbol(call, 1);
    }
    String name = RexLiteral.stringValue(literal);
    return switch (name) {
      case "ISOWEEK", "WEEK_MONDAY" -> Exprs.literal(TimeUnit.ISOWEEK.name());
      case "WEEK_SUNDAY" -> Exprs.literal(TimeUnit.WEEK.name());
      default ->
          throw Failures.invalidArgument(
              name, "unit to round to", "Use WEEK, ISOWEEK, MONTH, DAY and the like.");
    };
  }

  /** The unit of DATE_TRUNC, one or several of it; its weeks begin on Monday. */
  private static Literal truncatedTo(RexCall call) {
    String given = String.valueOf(RexLiteral.stringValue(call.getOperands().get(0))).strip();
    String name = given.toUpperCase(Locale.ROOT).replaceAll("S$", "");
    return switch (name) {
      case "WEEK" -> Exprs.literal(TimeUnit.ISOWEEK.name());
      case "MILLENNIUM",
          "CENTURY",
          "DECADE",
          "YEAR",
          "QUARTER",
          "MONTH",
          "DAY",
          "HOUR",
          "MINUTE",
          "SECOND",
          "MILLISECOND",
          "MICROSECOND" ->
          Exprs.literal(name);
      default ->
          throw Failures.invalidArgument(
              given, "unit of DATE_TRUNC", "Use 'year', 'month', 'week', 'day' and the like.");
    };
  }

  private Expr unitFirst(String name, RexCall call) {
    List<Expr> arguments = new ArrayList<>(List.of(symbol(call, 0)));
    arguments.addAll(builder.buildAll(call.getOperands().subList(1, call.getOperands().size())));
    return typed(name, call, arguments);
  }

  /** A flag or a unit, as the text of its name. */
  private static Literal symbol(RexCall call, int index) {
    RexNode operand = call.getOperands().get(index);
    if (operand instanceof RexLiteral literal) {
      Enum<?> symbol = literal.getValueAs(Enum.class);
      if (symbol != null) {
        return Exprs.literal(symbol.name());
      }
    }
    throw unsupported(call);
  }

  private Expr trim(RexCall call) {
    RexLiteral flag = (RexLiteral) call.getOperands().get(0);
    String name =
        switch (flag.getValueAs(SqlTrimFunction.Flag.class)) {
          case BOTH -> "TRIM_BOTH";
          case LEADING -> "TRIM_LEADING";
          case TRAILING -> "TRIM_TRAILING";
        };
    return typed(name, call, List.of(argument(call, 2), argument(call, 1)));
  }

  private Expr like(RexCall call) {
    SqlLikeOperator operator = (SqlLikeOperator) call.getOperator();
    String name =
        call.getKind() == SqlKind.SIMILAR
            ? "SIMILAR TO"
            : operator.isCaseSensitive() ? "LIKE" : "ILIKE";
    Expr matches = named(name, call);
    return operator.isNegated() ? Exprs.not(matches) : matches;
  }

  private Expr byName(RexCall call) {
    String operator = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (operator.equals("||") && call.getType().getSqlTypeName() == SqlTypeName.ARRAY) {
      return named("ARRAY_CONCAT", call);
    }
    if (operator.equals("DATE_TRUNC")) {
      return typed("FLOOR_TO", call, List.of(argument(call, 1), truncatedTo(call)));
    }
    if (operator.equals("LIST_TEXT")) {
      return Exprs.cast(argument(call, 0), RexTypes.of(call.getType()));
    }
    String name = ALIASES.getOrDefault(operator, operator);
    if (Functions.find(name) == null) {
      throw unsupported(call);
    }
    return named(name, call);
  }

  private static RuntimeException unsupported(RexCall call) {
    return Failures.unsupported(
        "Function " + call.getOperator().getName(), "Use another function, or compute it outside.");
  }

  private Expr named(String name, RexCall call) {
    return typed(name, call, arguments(call));
  }

  private static Expr typed(String name, RexCall call, List<Expr> arguments) {
    if (OF_LISTS.contains(name)) {
      return Exprs.call(name, arguments);
    }
    ColumnType type = RexLiterals.textual(RexTypes.of(call.getType()));
    if (GROWING.contains(name) && Types.isText(type.type())) {
      type = ColumnType.varchar(ColumnType.UNLIMITED).withNullable(type.nullable());
    }
    return Exprs.call(name, type, arguments);
  }
}
