package io.millrace.engine.error;

import io.millrace.storage.row.RowException;

/** Says what the row format says in the engine's own errors. */
public final class RowErrors {
  private RowErrors() {}

  /** The error to tell a user; the SQLSTATE stays. */
  public static DatabaseException of(RowException cause) {
    String message = String.valueOf(cause.getMessage());
    String what = message.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + message.substring(1);
    return new DatabaseException(
        ErrorCode.VALUE_REFUSED, cause.sqlState(), what + ". Correct the value.", cause);
  }
}
