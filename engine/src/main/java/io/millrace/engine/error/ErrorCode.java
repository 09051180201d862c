package io.millrace.engine.error;

import java.util.Locale;

/**
 * Every error that can reach a user: its SQLSTATE and the pattern of its message.
 *
 * <p>A pattern says what failed, where, and what to do. Its placeholders are filled in the order in
 * which they stand, so the pattern is also the list of arguments that {@link #exception} takes;
 * {@code {at}} is no argument: it becomes the position in the SQL text, if there is one. Names are
 * given as the user wrote them, without quotes: the pattern quotes them.
 *
 * <p>Immutable.
 */
public enum ErrorCode {
  // SQL text and names
  SYNTAX_ERROR("42601", "Syntax error at {token}{at}. {advice}"),
  UNDEFINED_TABLE(
      "42P01",
      "Table or view \"{name}\" does not exist{at}. Check the name and the schema, or create it."),
  UNDEFINED_SCHEMA(
      "3F000", "Schema \"{name}\" does not exist{at}. Check the name, or use CREATE SCHEMA."),
  UNDEFINED_INDEX("42704", "Index \"{name}\" does not exist{at}. Check the name and the schema."),
  UNDEFINED_COLUMN(
      "42703", "Column \"{name}\" does not exist{at}. Check the name, or list the columns first."),
  UNDEFINED_FUNCTION(
      "42883", "No function matches {call}{at}. Check its name and arguments, or add a CAST."),
  DUPLICATE_TABLE(
      "42P07",
      "Table or view \"{name}\" already exists{at}. Choose another name, or use IF NOT EXISTS."),
  DUPLICATE_SCHEMA(
      "42P06", "Schema \"{name}\" already exists{at}. Choose another name, or use IF NOT EXISTS."),
  DUPLICATE_INDEX(
      "42P07", "Index \"{name}\" already exists{at}. Choose another name, or use IF NOT EXISTS."),
  DUPLICATE_COLUMN("42701", "Column \"{name}\" is named twice{at}. Rename one of the two."),
  AMBIGUOUS_COLUMN(
      "42702", "Column \"{name}\" is ambiguous{at}. Write its table's name or alias before it."),
  DATATYPE_MISMATCH("42804", "{what} has type {actual}, but must be {expected}{at}. Use a CAST."),
  WRONG_OBJECT_TYPE("42809", "\"{name}\" is {actual}, not {expected}{at}. {advice}"),
  SYSTEM_SCHEMA(
      "42501",
      "Schema \"{schema}\" belongs to the database{at}: nothing can be created in it or dropped from it."
          + " Use another schema."),
  INVALID_DEFINITION("42P16", "{what}{at}. {advice}"),
  INVALID_QUERY("42000", "{what}{at}. {advice}"),
  INCOMPATIBLE_TYPES("42804", "{what}{at}. Use a CAST."),
  CANNOT_CAST("42846", "Type {from} cannot be cast to {to}{at}. Cast to VARCHAR in between."),
  INDETERMINATE_TYPE(
      "42P18", "The type of a parameter cannot be inferred{at}. Write CAST(? AS type)."),
  UNDEFINED_TYPE("42704", "Type \"{name}\" does not exist{at}. Check its name."),
  DUPLICATE_ALIAS("42712", "\"{name}\" is named twice in FROM{at}. Give one of the two an alias."),
  MISPLACED_AGGREGATE("42803", "{what}{at}. {advice}"),
  WINDOWING_ERROR("42P20", "{what}{at}. {advice}"),
  GROUPING_ERROR(
      "42803",
      "{expression} is neither grouped nor aggregated{at}. Add it to GROUP BY, or aggregate it."),
  INVALID_COLUMN_REFERENCE("42P10", "{what}{at}. {advice}"),
  DISTINCT_ORDER(
      "42P10",
      "{function} with DISTINCT is ordered by something else than its arguments{at}. Order by an"
          + " argument, or aggregate a subquery with DISTINCT."),
  DUPLICATE_CONSTRAINT(
      "42710",
      "Table \"{table}\" has a constraint \"{name}\" already{at}. Choose another name, or leave it"
          + " out."),
  UNDEFINED_CONSTRAINT(
      "42704", "Table \"{table}\" has no constraint \"{name}\"{at}. Check the name."),
  INVALID_FOREIGN_KEY("42830", "{what}{at}. {advice}"),
  FOREIGN_KEY_TYPES(
      "42804",
      "Column \"{column}\" has type {type}, but column \"{referencedColumn}\" of table"
          + " \"{referenced}\", which it refers to, has type {referencedType}{at}. Give both the same"
          + " type."),
  DEPENDENT_OBJECTS_EXIST(
      "2BP01", "Cannot {action}: {dependents} depend on it. Drop them first, or use CASCADE."),
  NOT_DETERMINISTIC(
      "42P17",
      "View \"{view}\" calls {function}{at}, which is not deterministic. Use a column that holds the"
          + " value, or CREATE VIEW."),
  FEATURE_NOT_SUPPORTED("0A000", "{feature} is not supported{at}. {advice}"),
  WRONG_COLUMN_COUNT(
      "21S01", "{actual} values for {expected} columns{at}. Give each column one value."),
  TOO_COMPLEX(
      "54001",
      "The statement is nested too deeply{at}. Split it, or use IN, VALUES or a table instead of"
          + " long chains."),

  // Values
  NUMERIC_OUT_OF_RANGE(
      "22003", "{value} is out of range for {type}{at}. Use a wider type, or CAST before."),
  DIVISION_BY_ZERO("22012", "Division by zero{at}. Use NULLIF(divisor, 0) to get NULL instead."),
  INVALID_CAST("22018", "Cannot cast {value} to {type}{at}. Correct the value, or use TRY_CAST."),
  STRING_TOO_LONG("22001", "{value} is too long for {type}{at}. Shorten it, or use a longer type."),
  INVALID_DATETIME(
      "22007",
      "{value} is not a valid {type}{at}. Write dates as 2024-12-31 and times as 23:59:59."),
  DATETIME_OUT_OF_RANGE(
      "22008", "{value} is out of range for {type}{at}. Stay between the years 1 and 9999."),
  INVALID_FRAME_OFFSET(
      "22013",
      "{value} is not a valid distance of a frame's bound{at}. Use one that is not negative."),
  INVALID_NTILE("22014", "NTILE of {value} buckets{at} is not possible. Use 1 or more."),
  INVALID_NTH_VALUE("22016", "There is no value number {value}{at}. NTH_VALUE counts from 1."),
  INVALID_ARGUMENT("22023", "{value} is not a valid {what}{at}. {advice}"),
  TEXT_TOO_LONG(
      "54000",
      "The text of an aggregate is longer than the limit of {limit} bytes{at}. Aggregate fewer rows"
          + " or shorter texts."),
  LONE_SURROGATE(
      "22021",
      "Character {position} of the text is half of a surrogate pair{at}, which UTF-8 cannot hold."
          + " Correct the text."),
  CARDINALITY_VIOLATION(
      "21000",
      "A subquery that stands for one value returned more than one row{at}. Add a condition, an"
          + " aggregate, or LIMIT 1."),
  /** What the row format refuses; keeps the SQLSTATE of it, see {@link RowErrors}. */
  VALUE_REFUSED("22000", "{what}. Correct the value."),

  // Constraints
  NOT_NULL_VIOLATION(
      "23502", "Column \"{column}\" of table \"{table}\" must not be NULL. Give it a value."),
  UNIQUE_VIOLATION(
      "23505",
      "Duplicate key ({columns})=({values}) in table \"{table}\". UPDATE the existing row instead."),
  CHECK_VIOLATION(
      "23514",
      "A row of table \"{table}\" breaks constraint \"{constraint}\": {condition}. Correct the"
          + " values."),
  FOREIGN_KEY_VIOLATION(
      "23503",
      "Key ({columns})=({values}) of table \"{table}\" is not in table \"{referenced}\" as"
          + " ({referencedColumns}), which constraint \"{constraint}\" wants. Insert it there first."),
  MATCH_FULL_VIOLATION(
      "23503",
      "Key ({columns})=({values}) of table \"{table}\" mixes NULLs with values, which MATCH FULL of"
          + " constraint \"{constraint}\" forbids. Give all of it, or NULL for all."),
  STILL_REFERENCED(
      "23503",
      "Key ({columns})=({values}) of table \"{table}\" is still referenced by table \"{referencing}\""
          + " as ({referencingColumns}), by constraint \"{constraint}\". Delete or change the rows"
          + " there first."),
  NEGATIVE_WEIGHT(
      "23000",
      "A delta deletes {wanted} of row {row} in table \"{table}\", which has {actual}. Delete only what"
          + " is there."),

  // Transactions
  SERIALIZATION_FAILURE(
      "40001", "Another transaction changed {what} since this one began. Run it again."),
  NO_ACTIVE_TRANSACTION("25P01", "{command} needs a transaction. Use BEGIN first."),
  ACTIVE_TRANSACTION(
      "25001", "{command} cannot run inside a transaction. COMMIT or ROLLBACK first."),
  SNAPSHOT_TIMEOUT(
      "25P03",
      "{what} after {idle} ms without a statement, since it kept old data from being freed. {advice}"
          + " SET snapshot_timeout allows more time."),
  READ_ONLY("25006", "{command} would change data, but {what} is read-only. {advice}"),
  INVALID_SAVEPOINT(
      "3B001", "Savepoint \"{name}\" does not exist{at}. It may have been released already."),
  QUERY_CANCELED("57014", "The statement was cancelled: {why}."),

  // Connections, settings and parameters
  CONNECTION_CLOSED("08003", "The connection is closed. Open a new one."),
  CONNECTION_FAILED("08001", "Cannot connect to {url}: {why}."),
  OUTCOME_UNKNOWN(
      "08007",
      "The commit may or may not have become durable: {why}. Reopen the database and look."),
  UNKNOWN_PROPERTY("08001", "Connection property \"{name}\" is unknown. Known are: {known}."),
  INVALID_PROPERTY(
      "08001", "Connection property \"{name}\" is \"{value}\", but must be {expected}."),
  UNKNOWN_SETTING("42704", "Setting \"{name}\" is unknown{at}. SHOW ALL lists the settings."),
  INVALID_SETTING("22023", "Setting \"{name}\" is {value}, but must be {expected}{at}."),
  PARAMETER_MISSING("07001", "Parameter {number} has no value. Set all {count} parameters."),

  // The store and ourselves
  OPEN_FAILED("08001", "{what}."),
  STORE_READ_ONLY("25006", "{what}. Open it without read_only."),
  STORE_CORRUPTED("XX001", "{what}. Restore the database from a copy; do not write to it."),
  DATABASE_FAILED(
      "58000", "The database stopped after a failure: {why}. Close it and open it again."),
  CORRUPTED(
      "XX001", "{path} is damaged at {place}: {why}. Restore it from a copy; do not write to it."),
  INTERNAL_ERROR("XX000", "Internal error: {what}. Please report it with the statement."),

  // Views
  /** Keeps the SQLSTATE of what went wrong; see {@link #wrap}. */
  VIEW_MAINTENANCE_FAILED(
      "XX000",
      "View \"{view}\" cannot follow this change, in {expression}: {why} Correct the values, or drop"
          + " the view."),
  /** Keeps the SQLSTATE of what went wrong; see {@link #wrap}. */
  FOLLOWER_NOT_SUSPENDED(
      "XX000",
      "View \"{view}\" cannot follow this change and would be suspended, but view \"{follower}\","
          + " which reads it, was created without on_error = 'suspend': {why} Correct the values, or"
          + " suspend both by ALTER MATERIALIZED VIEW."),
  DEPENDENT_VIEWS_MAINTAINED(
      "2BP01",
      "Cannot suspend view \"{view}\": {followers} must follow it. Use CASCADE to suspend them"
          + " too."),
  VIEW_SUSPENDED(
      "55000",
      "{what}: view \"{view}\" is suspended ({why}). Use ALTER MATERIALIZED VIEW … RESUME first.");

  private final String sqlState;
  private final String pattern;

  ErrorCode(String sqlState, String pattern) {
    this.sqlState = sqlState;
    this.pattern = pattern;
  }

  /** The five characters that JDBC reports. */
  public String sqlState() {
    return sqlState;
  }

  /** The message with its placeholders. */
  public String pattern() {
    return pattern;
  }

  /**
   * A new exception with this code.
   *
   * @param arguments one for each placeholder of the pattern, in order
   */
  public DatabaseException exception(Object... arguments) {
    return new DatabaseException(this, sqlState, fill(arguments), null);
  }

  /**
   * A new exception with this code that keeps the SQLSTATE of {@code cause}, for errors that tell
   * where another one happened.
   */
  public DatabaseException wrap(DatabaseException cause, Object... arguments) {
    return new DatabaseException(this, cause.sqlState(), fill(arguments), cause);
  }

  private String fill(Object... arguments) {
    StringBuilder text = new StringBuilder(pattern.length() + 32);
    int used = 0;
    int from = 0;
    for (int open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', from)) {
      int close = pattern.indexOf('}', open);
      text.append(pattern, from, open);
      if (pattern.startsWith(DatabaseException.AT, open)) {
        text.append(DatabaseException.AT_MARK);
      } else if (used < arguments.length) {
        text.append(String.valueOf(arguments[used++]).replace(DatabaseException.AT_MARK, ' '));
      } else {
        throw wrongCount(arguments.length);
      }
      from = close + 1;
    }
    if (used != arguments.length) {
      throw wrongCount(arguments.length);
    }
    return text.append(pattern, from, pattern.length()).toString();
  }

  private AssertionError wrongCount(int count) {
    return new AssertionError(
        String.format(Locale.ROOT, "%d arguments for the pattern of %s: %s", count, this, pattern));
  }
}
