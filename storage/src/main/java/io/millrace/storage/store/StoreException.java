package io.millrace.storage.store;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * What the store tells its caller when it cannot go on.
 *
 * <p>The SQLSTATE is one of 08001 (cannot be opened), 08003 (closed), 08007 (the outcome of a
 * commit is unknown), 25006 (read-only), 58030 (input or output failed) and XX001 (data corrupt).
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final String CANNOT_OPEN = "08001";
  static final String CLOSED = "08003";
  static final String OUTCOME_UNKNOWN = "08007";
  static final String READ_ONLY = "25006";
  static final String IO_ERROR = "58030";
  static final String CORRUPT = "XX001";

  private final String sqlState;

  StoreException(String sqlState, String message) {
    this(sqlState, message, null);
  }

  StoreException(String sqlState, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.sqlState = sqlState;
  }

  /** Translates a failure of the library below, naming what was being done. */
  static StoreException of(String doing, MVStoreException cause) {
    return switch (cause.getErrorCode()) {
      case DataUtils.ERROR_CLOSED -> new StoreException(CLOSED, doing + ": it is closed", cause);
      case DataUtils.ERROR_FILE_CORRUPT,
          DataUtils.ERROR_CHUNK_NOT_FOUND,
          DataUtils.ERROR_BLOCK_NOT_FOUND ->
          new StoreException(CORRUPT, doing + ": " + cause.getMessage(), cause);
      default -> new StoreException(IO_ERROR, doing + ": " + cause.getMessage(), cause);
    };
  }

  /** The SQLSTATE, five characters. */
  public String sqlState() {
    return sqlState;
  }
}
