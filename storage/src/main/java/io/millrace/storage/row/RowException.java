package io.millrace.storage.row;

/**
 * A value that its column or its row can't hold: an error that a user can cause.
 *
 * <p>It carries the SQLSTATE and, where one column is to blame, that column's index; the engine
 * adds the names. States: 22001 too long, 22003 out of range, 22008 date or time out of range,
 * 22021 not a character, 23502 NULL in a NOT NULL column, 54000 row too long, XX001 corrupted row.
 */
public final class RowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What {@link #column} says when no single column is to blame. */
  public static final int NO_COLUMN = -1;

  private final String sqlState;
  private final int column;

  /** An error of the whole row, or of a value whose column isn't known yet. */
  public RowException(String sqlState, String message) {
    this(sqlState, message, NO_COLUMN);
  }

  private RowException(String sqlState, String message, int column) {
    super(message);
    this.sqlState = sqlState;
    this.column = column;
  }

  /** The five characters of the SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /** The index of the column to blame, from 0, or {@link #NO_COLUMN}. */
  public int column() {
    return column;
  }

  RowException atColumn(int index) {
    RowException located = new RowException(sqlState, String.valueOf(getMessage()), index);
    located.initCause(this);
    return located;
  }

  static RowException outOfRange(Object value, ColumnType type) {
    return new RowException(
        "22003", "value " + value + " is out of range for " + type.withNullable(true));
  }
}
