package io.millrace.engine.commit;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.store.StoreException;

/** Says what the store says in the engine's own errors; the SQLSTATE stays. */
public final class StoreErrors {
  private StoreErrors() {}

  /** The error to tell a user. */
  public static DatabaseException of(StoreException cause) {
    ErrorCode code =
        switch (cause.sqlState()) {
          case "08001" -> ErrorCode.OPEN_FAILED;
          case "08003" -> ErrorCode.CONNECTION_CLOSED;
          case "08007" -> ErrorCode.OUTCOME_UNKNOWN;
          case "25006" -> ErrorCode.STORE_READ_ONLY;
          case "XX001" -> ErrorCode.STORE_CORRUPTED;
          default -> ErrorCode.DATABASE_FAILED;
        };
    DatabaseException error =
        code == ErrorCode.CONNECTION_CLOSED
            ? code.exception()
            : code.exception(String.valueOf(cause.getMessage()));
    error.causedBy(cause);
    return error;
  }
}
