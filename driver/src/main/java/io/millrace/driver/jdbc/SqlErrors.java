package io.millrace.driver.jdbc;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import org.jspecify.annotations.Nullable;

/**
 * The one place where an {@link SQLException} is made: subclass by SQLSTATE class, vendor code, and
 * the cause kept.
 *
 * <p>The vendor code is the SQLSTATE read as a number to base 36, so it is as stable as the
 * SQLSTATE.
 */
final class SqlErrors {
  private static final String CANCELLED = "57014";

  private SqlErrors() {}

  /** What a call into the session threw, as JDBC wants it. */
  static SQLException of(Throwable failure) {
    if (failure instanceof SQLException already) {
      return already;
    }
    if (failure instanceof DatabaseException error) {
      return of(error.sqlState(), error.message(), error);
    }
    String what = failure.toString();
    return of(
        ErrorCode.INTERNAL_ERROR.sqlState(),
        ErrorCode.INTERNAL_ERROR.exception(what).message(),
        failure);
  }

  /** A cancel asked for by the application: no timeout, so not an {@link SQLTimeoutException}. */
  static SQLException cancelled(@Nullable Throwable cause) {
    return new SQLNonTransientException(
        "The statement was cancelled by Statement.cancel().",
        CANCELLED,
        vendorCode(CANCELLED),
        cause);
  }

  static boolean isCancel(Throwable failure) {
    return failure instanceof DatabaseException error && error.sqlState().equals(CANCELLED);
  }

  static SQLException of(ErrorCode code, Object... arguments) {
    return of(code.exception(arguments));
  }

  static SQLException of(String state, String message) {
    return of(state, message, null);
  }

  static SQLException of(String state, String message, @Nullable Throwable cause) {
    int code = vendorCode(state);
    return switch (state.substring(0, 2)) {
      case "0A" -> new SQLFeatureNotSupportedException(message, state, code, cause);
      case "08" -> new SQLNonTransientConnectionException(message, state, code, cause);
      case "22" -> new SQLDataException(message, state, code, cause);
      case "21" ->
          state.equals("21000")
              ? new SQLDataException(message, state, code, cause)
              : new SQLSyntaxErrorException(message, state, code, cause);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, code, cause);
      case "28" -> new SQLInvalidAuthorizationSpecException(message, state, code, cause);
      case "40" -> new SQLTransactionRollbackException(message, state, code, cause);
      case "42", "3F" -> new SQLSyntaxErrorException(message, state, code, cause);
      case "57" ->
          state.equals(CANCELLED)
              ? new SQLTimeoutException(message, state, code, cause)
              : new SQLException(message, state, code, cause);
      case "07", "24", "25", "2B", "3B", "54", "55" ->
          new SQLNonTransientException(message, state, code, cause);
      default -> new SQLException(message, state, code, cause);
    };
  }

  static int vendorCode(String state) {
    return Integer.parseInt(state, 36);
  }

  static SQLException notSupported(String feature, String advice) {
    return of(ErrorCode.FEATURE_NOT_SUPPORTED, feature, advice);
  }

  static SQLException connectionClosed() {
    return of(ErrorCode.CONNECTION_CLOSED);
  }

  static SQLException statementClosed() {
    return of("24000", "The statement is closed. Create a new one.");
  }

  static SQLException resultSetClosed() {
    return of("24000", "The result set is closed. Execute the statement again.");
  }

  static SQLException invalidCursor(String message) {
    return of("24000", message);
  }

  static SQLException invalidState(String message) {
    return of("25000", message);
  }

  static SQLException invalidArgument(Object value, String what, String advice) {
    return of(ErrorCode.INVALID_ARGUMENT, value, what, advice);
  }

  static SQLException invalidCast(Object value, String type) {
    return of(
        ErrorCode.INVALID_CAST.sqlState(),
        "Cannot read " + abbreviate(value) + " as " + type + ". Use a getter for its own type.");
  }

  static SQLException outOfRange(Object value, String type) {
    return of(
        ErrorCode.NUMERIC_OUT_OF_RANGE.sqlState(),
        abbreviate(value) + " is out of range for " + type + ". Use a getter for a wider type.");
  }

  private static String abbreviate(Object value) {
    String text = value instanceof byte[] bytes ? bytes.length + " bytes" : value.toString();
    String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
    return value instanceof String ? "'" + shown + "'" : shown;
  }
}
