package io.millrace.engine.sql;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidatorException;

/**
 * Turns what Calcite throws into errors with a SQLSTATE, a place and advice. Stateless.
 *
 * <p>Calcite tells its errors apart by their text alone, so this is a table of texts; what it does
 * not know keeps its text under 42000, or is our own fault (XX000).
 */
public final class CalciteErrors {
  private record Entry(Pattern text, Function<MatchResult, DatabaseException> error) {}

  private static final List<Entry> ENTRIES =
      List.of(
          entry("Column '(.*?)' not found.*", m -> undefinedColumn(m.group(1))),
          entry(
              "Unknown (?:identifier|field|target column) '(.*)'",
              m -> undefinedColumn(m.group(1))),
          entry("Param '(.*?)' not found.*", m -> undefinedColumn(m.group(1))),
          entry(
              "Object '(.*?)' not found within '(.*?)'.*",
              m -> undefinedTable(m.group(2) + "." + m.group(1))),
          entry("(?:Table|Object) '(.*?)' not found.*", m -> undefinedTable(m.group(1))),
          entry(
              "Column '(.*)' is ambiguous", m -> ErrorCode.AMBIGUOUS_COLUMN.exception(m.group(1))),
          entry(
              "Column name '(.*)' in NATURAL join or USING clause is not unique.*",
              m -> ErrorCode.AMBIGUOUS_COLUMN.exception(m.group(1))),
          entry("No match found for function signature (.*)", m -> undefinedFunction(m.group(1))),
          entry("Function '(.*)' is not defined", m -> undefinedFunction(m.group(1))),
          entry(
              "Cannot apply '(.*?)' to arguments of type '(.*?)'\\..*",
              m -> undefinedFunction(m.group(2))),
          entry(
              "Invalid number of arguments to function '(.*?)'.*",
              m -> undefinedFunction(m.group(1) + " with these arguments")),
          entry(
              "Expression '(.*)' is not being grouped",
              m -> ErrorCode.GROUPING_ERROR.exception("Expression " + m.group(1))),
          entry(
              "Identifier '(.*)' is not a group expr",
              m -> ErrorCode.GROUPING_ERROR.exception("Expression " + m.group(1))),
          entry(
              "Aggregate expression is illegal in (.*) clause.*",
              m ->
                  ErrorCode.MISPLACED_AGGREGATE.exception(
                      "An aggregate stands in " + m.group(1), "Use HAVING or a subquery.")),
          entry(
              "Aggregate expressions cannot be nested",
              m ->
                  ErrorCode.MISPLACED_AGGREGATE.exception(
                      "An aggregate stands inside another", "Aggregate in a subquery first.")),
          entry(
              "(FILTER|WITHIN GROUP|WITHIN DISTINCT) must not contain aggregate expression",
              m ->
                  ErrorCode.MISPLACED_AGGREGATE.exception(
                      "An aggregate stands in " + m.group(1), "Aggregate in a subquery first.")),
          entry(
              "Windowed aggregate expression is illegal in (.*) clause",
              m ->
                  ErrorCode.WINDOWING_ERROR.exception(
                      "A window function stands in " + m.group(1), "Use QUALIFY or a subquery.")),
          entry(
              "Window expressions are not permitted in the HAVING clause.*",
              m ->
                  ErrorCode.WINDOWING_ERROR.exception(
                      "A window function stands in HAVING", "Use QUALIFY or a subquery.")),
          entry(
              "OVER clause is necessary for window functions",
              m ->
                  ErrorCode.WINDOWING_ERROR.exception(
                      "A window function has no OVER clause", "Add OVER (...).")),
          entry(
              "Window '(.*)' not found",
              m ->
                  ErrorCode.WINDOWING_ERROR.exception(
                      "Window \"" + m.group(1) + "\" is not defined", "Define it in WINDOW.")),
          entry(
              "ROWS value must be a non-negative integral constant",
              m -> ErrorCode.INVALID_FRAME_OFFSET.exception("What stands here")),
          entry("Illegal use of dynamic parameter", m -> ErrorCode.INDETERMINATE_TYPE.exception()),
          entry(
              "Number of INSERT target columns \\((.*)\\) does not equal number of source items"
                  + " \\((.*)\\)",
              m -> ErrorCode.WRONG_COLUMN_COUNT.exception(m.group(2), m.group(1))),
          entry(
              "Target column '(.*)' is assigned more than once",
              m -> ErrorCode.DUPLICATE_COLUMN.exception(m.group(1))),
          entry(
              "Duplicate (?:column )?name '(.*)' in .*",
              m -> ErrorCode.DUPLICATE_COLUMN.exception(m.group(1))),
          entry(
              "Duplicate relation name '(.*)' in FROM clause",
              m -> ErrorCode.DUPLICATE_ALIAS.exception(m.group(1))),
          entry(
              "Column count mismatch in (.*)",
              m ->
                  ErrorCode.SYNTAX_ERROR.exception(
                      m.group(1), "Its two queries must have as many columns.")),
          entry(
              "Type mismatch in column (.*) of (.*)",
              m -> mismatch("Column " + m.group(1) + " of " + m.group(2) + " has unlike types")),
          entry(
              "Cast function cannot convert value of type (.*) to type (.*)",
              m ->
                  ErrorCode.CANNOT_CAST.exception(
                      TypeNames.clean(m.group(1)), TypeNames.clean(m.group(2)))),
          entry(
              "Cannot compare values of types '(.*)', '(.*)'",
              m -> mismatch(m.group(1) + " and " + m.group(2) + " are not comparable")),
          entry("(.* not comparable .*)", m -> mismatch(m.group(1))),
          entry("(Illegal mixing of types in .*)", m -> mismatch(m.group(1))),
          entry(
              "(Values (?:passed to|in) .* must have compatible types)", m -> mismatch(m.group(1))),
          entry("(Parameters must be of the same type)", m -> mismatch(m.group(1))),
          entry("(.* clause must be a condition)", m -> mismatch(m.group(1))),
          entry("(Expected a boolean type)", m -> mismatch(m.group(1))),
          entry("Numeric literal '(.*)' out of range", m -> outOfRange(m.group(1))),
          entry("Value (.*) out of range", m -> outOfRange(m.group(1))),
          entry(
              "Cannot convert (.*) to (DECIMAL\\(.*\\)) due to overflow",
              m ->
                  ErrorCode.NUMERIC_OUT_OF_RANGE.exception(
                      m.group(1), m.group(2).replace(", ", ","))),
          entry(
              "Literal '(.*)' can not be parsed to type '(.*)'",
              m -> ErrorCode.INVALID_DATETIME.exception(m.group(1), m.group(2))),
          entry(
              "Illegal (DATE|TIME|TIMESTAMP).* literal '?(.*?)'?: .*",
              m -> ErrorCode.INVALID_DATETIME.exception(m.group(2), m.group(1))),
          entry(
              "Unknown datatype name '(.*)'", m -> ErrorCode.UNDEFINED_TYPE.exception(m.group(1))),
          entry(
              "Type '(.*)' is not supported",
              m -> ErrorCode.FEATURE_NOT_SUPPORTED.exception("Type " + m.group(1), "")));

  private CalciteErrors() {}

  private static Entry entry(String text, Function<MatchResult, DatabaseException> error) {
    return new Entry(Pattern.compile(text, Pattern.DOTALL), error);
  }

  private static DatabaseException undefinedColumn(String name) {
    return ErrorCode.UNDEFINED_COLUMN.exception(name);
  }

  private static DatabaseException undefinedTable(String name) {
    return ErrorCode.UNDEFINED_TABLE.exception(name);
  }

  private static DatabaseException undefinedFunction(String call) {
    return ErrorCode.UNDEFINED_FUNCTION.exception(
        TypeNames.clean(call).replace("<", "").replace(">", ""));
  }

  private static DatabaseException mismatch(String what) {
    return ErrorCode.INCOMPATIBLE_TYPES.exception(TypeNames.clean(what));
  }

  private static DatabaseException outOfRange(String value) {
    return ErrorCode.NUMERIC_OUT_OF_RANGE.exception(value, "every numeric type");
  }

  /**
   * Runs a part of Calcite and turns what it throws into our errors.
   *
   * @throws DatabaseException 54001 if the statement is nested too deeply for the stack
   */
  public static <T> T translate(Supplier<T> step) {
    try {
      return step.get();
    } catch (DatabaseException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw ErrorCode.TOO_COMPLEX.exception();
    } catch (RuntimeException | AssertionError e) {
      throw from(e);
    }
  }

  /** The error for what Calcite threw. */
  static DatabaseException from(Throwable thrown) {
    CalciteContextException place = null;
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof DatabaseException known) {
        return place == null ? known : known.at(place.getPosLine(), place.getPosColumn());
      }
      if (t instanceof CalciteContextException context) {
        place = context;
      }
    }
    Throwable said = place != null && place.getCause() != null ? place.getCause() : thrown;
    DatabaseException error = known(said, thrown).causedBy(thrown);
    return place == null || place.getPosLine() <= 0
        ? error
        : error.at(place.getPosLine(), place.getPosColumn());
  }

  private static DatabaseException known(Throwable said, Throwable thrown) {
    String text = String.valueOf(said.getMessage());
    for (Entry entry : ENTRIES) {
      Matcher matcher = entry.text().matcher(text);
      if (matcher.matches()) {
        return entry.error().apply(matcher.toMatchResult());
      }
    }
    boolean users =
        said instanceof SqlValidatorException
            || thrown instanceof CalciteContextException
            || said.getClass().getPackageName().equals("org.apache.calcite.runtime");
    if (users) {
      String sentence = TypeNames.clean(text);
      String trimmed =
          sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
      return ErrorCode.INVALID_QUERY.exception(trimmed, "Correct the statement.");
    }
    if (said instanceof UnsupportedOperationException) {
      return ErrorCode.FEATURE_NOT_SUPPORTED.exception("This construct", "(" + text + ")");
    }
    return ErrorCode.INTERNAL_ERROR.exception(said.getClass().getSimpleName() + ": " + text);
  }

  /** The error at the place of a node, if that is known. */
  public static DatabaseException at(DatabaseException error, SqlParserPos position) {
    return position.getLineNum() <= 0
        ? error
        : error.at(position.getLineNum(), position.getColumnNum());
  }
}
