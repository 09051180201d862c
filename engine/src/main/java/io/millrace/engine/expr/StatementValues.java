package io.millrace.engine.expr;

/**
 * What stays the same while a statement runs: CURRENT_TIMESTAMP, the session's time zone and user.
 * Immutable.
 *
 * @param clockMicros microseconds since the epoch at which the statement began
 * @param timeZone the session's zone id
 * @param user the session's user name
 * @param schema the session's default schema
 */
public record StatementValues(long clockMicros, String timeZone, String user, String schema) {
  /** For evaluation inside circuits, where nothing may depend on a statement. */
  public static final StatementValues NONE = new StatementValues(0, "UTC", "", "public");
}
