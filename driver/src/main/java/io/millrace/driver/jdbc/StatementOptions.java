package io.millrace.driver.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** What an application sets on a statement, checked as it is set. One thread at a time. */
final class StatementOptions {
  private static final String DOWNGRADED = "01S02";

  private final int type;
  private final int holdability;
  private long maxRows;
  private int maxFieldSize;
  private int fetchSize;
  private int fetchDirection = ResultSet.FETCH_FORWARD;
  private int timeoutSeconds;
  private boolean escapeProcessing = true;
  private boolean poolable;
  private boolean closeOnCompletion;

  private StatementOptions(int type, int holdability) {
    this.type = type;
    this.holdability = holdability;
  }

  /** What is asked for and not to be had becomes the closest that is, and a warning says so. */
  static StatementOptions of(
      DriverConnection connection, int type, int concurrency, int holdability) throws SQLException {
    if (type != ResultSet.TYPE_FORWARD_ONLY
        && type != ResultSet.TYPE_SCROLL_INSENSITIVE
        && type != ResultSet.TYPE_SCROLL_SENSITIVE) {
      throw wrong(type, "result set type");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY && concurrency != ResultSet.CONCUR_UPDATABLE) {
      throw wrong(concurrency, "concurrency");
    }
    if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT
        && holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
      throw wrong(holdability, "holdability");
    }
    if (type == ResultSet.TYPE_SCROLL_SENSITIVE) {
      connection.warn(DOWNGRADED, "TYPE_SCROLL_SENSITIVE became TYPE_SCROLL_INSENSITIVE.");
    }
    if (concurrency == ResultSet.CONCUR_UPDATABLE) {
      connection.warn(DOWNGRADED, "CONCUR_UPDATABLE became CONCUR_READ_ONLY.");
    }
    return new StatementOptions(
        type == ResultSet.TYPE_FORWARD_ONLY ? type : ResultSet.TYPE_SCROLL_INSENSITIVE,
        holdability);
  }

  private static SQLException wrong(Object value, String what) {
    return SqlErrors.invalidArgument(value, what, "Use a constant of java.sql.ResultSet.");
  }

  private static void checkNotNegative(long value, String what) throws SQLException {
    if (value < 0) {
      throw SqlErrors.invalidArgument(value, what, "Use 0 or more.");
    }
  }

  int type() {
    return type;
  }

  int holdability() {
    return holdability;
  }

  long maxRows() {
    return maxRows;
  }

  void setMaxRows(long rows) throws SQLException {
    checkNotNegative(rows, "row limit");
    maxRows = rows;
  }

  int maxFieldSize() {
    return maxFieldSize;
  }

  /** Kept, but nothing is cut off: half a value is worse than a long one. */
  void setMaxFieldSize(int size) throws SQLException {
    checkNotNegative(size, "field size");
    maxFieldSize = size;
  }

  int fetchSize() {
    return fetchSize;
  }

  /** Kept, but without effect: rows come from the same process. */
  void setFetchSize(int rows) throws SQLException {
    checkNotNegative(rows, "fetch size");
    fetchSize = rows;
  }

  int fetchDirection() {
    return fetchDirection;
  }

  void setFetchDirection(int direction) throws SQLException {
    if (direction != ResultSet.FETCH_FORWARD
        && direction != ResultSet.FETCH_REVERSE
        && direction != ResultSet.FETCH_UNKNOWN) {
      throw wrong(direction, "fetch direction");
    }
    fetchDirection = direction;
  }

  int timeoutSeconds() {
    return timeoutSeconds;
  }

  long timeoutMillis() {
    return timeoutSeconds * 1000L;
  }

  void setTimeoutSeconds(int seconds) throws SQLException {
    checkNotNegative(seconds, "timeout");
    timeoutSeconds = seconds;
  }

  boolean escapeProcessing() {
    return escapeProcessing;
  }

  void setEscapeProcessing(boolean on) {
    escapeProcessing = on;
  }

  boolean poolable() {
    return poolable;
  }

  void setPoolable(boolean on) {
    poolable = on;
  }

  boolean closeOnCompletion() {
    return closeOnCompletion;
  }

  void setCloseOnCompletion() {
    closeOnCompletion = true;
  }
}
