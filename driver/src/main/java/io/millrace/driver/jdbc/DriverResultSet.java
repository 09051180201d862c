package io.millrace.driver.jdbc;

import io.millrace.engine.session.ColumnDescription;
import io.millrace.engine.session.RowStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.apache.calcite.avatica.AvaticaStatement;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a query, either streamed from the session (forward only) or buffered (scrollable).
 *
 * <p>A streamed one holds the snapshot of its query until it is closed or read to the end.
 */
final class DriverResultSet extends ValueResultSet {
  private static final StatementSignature NO_SIGNATURE = new StatementSignature("", List.of());

  private final ResultSetOwner owner;
  private final ColumnLabels labels;
  private final Warnings warnings = new Warnings();
  private RowStream rows;
  private @Nullable BufferedRows buffer;
  private long row;
  private boolean onRow;
  private boolean ended;
  private boolean wasNull;
  private volatile boolean closed;

  DriverResultSet(ResultSetOwner owner, List<ColumnDescription> columns, RowStream rows)
      throws SQLException {
    super(NO_SIGNATURE, new DriverResultSetMetaData(columns));
    this.owner = owner;
    this.labels = new ColumnLabels(columns);
    this.rows = rows;
    this.buffer = rows instanceof BufferedRows buffered ? buffered : null;
  }

  @Override
  protected void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.resultSetClosed();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    if (!closed) {
      release();
      owner.closed(this);
    }
  }

  /** Closes without telling the owner. */
  void release() {
    closed = true;
    onRow = false;
    owner.release(rows);
  }

  // Moving

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    if (ended) {
      return false;
    }
    if (buffer != null) {
      return moveTo(buffer.position() + 1L);
    }
    onRow = owner.next(rows);
    if (onRow) {
      row++;
    } else {
      ended = true;
      // The snapshot need not wait for close().
      owner.release(rows);
    }
    return onRow;
  }

  private boolean moveTo(long index) throws SQLException {
    BufferedRows buffered = scrollable();
    onRow = buffered.moveTo(index);
    row = onRow ? index + 1 : 0;
    ended = buffered.size() > 0 && buffered.position() == buffered.size();
    return onRow;
  }

  private BufferedRows scrollable() throws SQLException {
    checkOpen();
    BufferedRows buffered = buffer;
    if (buffered == null) {
      throw SqlErrors.invalidCursor(
          "The result set is forward-only. Create the statement with TYPE_SCROLL_INSENSITIVE.");
    }
    return buffered;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return buffer == null ? row == 0 && !ended : buffer.position() < 0 && buffer.size() > 0;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return buffer == null ? ended && row > 0 : ended;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return onRow && row == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    BufferedRows buffered = scrollable();
    return onRow && row == buffered.size();
  }

  @Override
  public void beforeFirst() throws SQLException {
    moveTo(-1);
  }

  @Override
  public void afterLast() throws SQLException {
    moveTo(scrollable().size());
  }

  @Override
  public boolean first() throws SQLException {
    return moveTo(0);
  }

  @Override
  public boolean last() throws SQLException {
    return moveTo(scrollable().size() - 1L);
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return onRow ? (int) row : 0;
  }

  @Override
  public boolean absolute(int number) throws SQLException {
    return moveTo(number >= 0 ? number - 1L : (long) scrollable().size() + number);
  }

  @Override
  public boolean relative(int count) throws SQLException {
    return moveTo((long) scrollable().position() + count);
  }

  @Override
  public boolean previous() throws SQLException {
    return moveTo(scrollable().position() - 1L);
  }

  // What it is

  @Override
  public int getType() throws SQLException {
    checkOpen();
    return buffer == null ? ResultSet.TYPE_FORWARD_ONLY : ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return ResultSet.FETCH_FORWARD;
  }

  /** A hint, which needs no taking. */
  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD && buffer == null) {
      throw SqlErrors.invalidCursor("A forward-only result set goes forward only.");
    }
  }

  @Override
  public void setFetchSize(int size) throws SQLException {
    checkOpen();
    if (size < 0) {
      throw SqlErrors.invalidArgument(size, "fetch size", "Use 0 or more rows.");
    }
    super.setFetchSize(size);
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings.first();
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warnings.clear();
  }

  @Override
  public @Nullable String getCursorName() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public @Nullable AvaticaStatement getStatement() throws SQLException {
    checkOpen();
    return owner.statement();
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    return labels.find(label);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return Wrappers.isWrapperFor(this, type);
  }

  // Values

  @Override
  @Nullable Object cell(int column) throws SQLException {
    checkOpen();
    labels.check(column);
    if (!onRow) {
      throw SqlErrors.invalidCursor(
          ended ? "The result set is after its last row." : "Call next() before reading a row.");
    }
    Object value = owner.value(rows, column - 1);
    wasNull = value == null;
    return value;
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }
}
