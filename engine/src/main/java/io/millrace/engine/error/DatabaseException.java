package io.millrace.engine.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error that reaches the user, made by {@link ErrorCode#exception}.
 *
 * <p>Immutable: {@link #at} and {@link #causedBy} return another exception. The position is that in
 * the whole text which the user sent, lines and columns counted from 1.
 */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final String AT = "{at}";

  /** Stands for the position until it is known; {@link ErrorCode} keeps it out of arguments. */
  static final char AT_MARK = '\0';

  private final ErrorCode code;
  private final String sqlState;
  private final String text;
  private final int line;
  private final int column;

  /** A place in SQL text, counted from 1. */
  public record Position(int line, int column) {}

  DatabaseException(ErrorCode code, String sqlState, String text, @Nullable Throwable cause) {
    this(code, sqlState, text, 0, 0, cause);
  }

  private DatabaseException(
      ErrorCode code,
      String sqlState,
      String text,
      int line,
      int column,
      @Nullable Throwable cause) {
    super(text.replace(String.valueOf(AT_MARK), place(line, column)), cause);
    this.code = code;
    this.sqlState = sqlState;
    this.text = text;
    this.line = line;
    this.column = column;
  }

  private static String place(int line, int column) {
    return line == 0 ? "" : " (line " + line + ", column " + column + ")";
  }

  public ErrorCode code() {
    return code;
  }

  /** The SQLSTATE: that of the code, or of the error that this one tells the place of. */
  public String sqlState() {
    return sqlState;
  }

  /** The message; never null. */
  public String message() {
    return text.replace(String.valueOf(AT_MARK), place(line, column));
  }

  /** Where in the SQL text, if that is known. */
  public Optional<Position> position() {
    return line == 0 ? Optional.empty() : Optional.of(new Position(line, column));
  }

  /** The same error at a place in the SQL text; an innermost place, once known, is kept. */
  public DatabaseException at(int newLine, int newColumn) {
    if (line != 0) {
      return this;
    }
    DatabaseException placed =
        new DatabaseException(code, sqlState, text, newLine, newColumn, getCause());
    placed.setStackTrace(getStackTrace());
    return placed;
  }

  /** The same error, caused by another. */
  public DatabaseException causedBy(Throwable cause) {
    DatabaseException caused = new DatabaseException(code, sqlState, text, line, column, cause);
    caused.setStackTrace(getStackTrace());
    return caused;
  }
}
