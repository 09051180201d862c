package io.millrace.driver.jdbc;

import io.millrace.driver.jdbc.StatementCore.Want;
import io.millrace.engine.session.PreparedQuery;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaUtils;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is planned once and run with parameters.
 *
 * <p>In auto-commit mode a batch is one transaction: one commit for all its rows, and after a
 * failure none of them. In a transaction it stops at the first row that fails.
 */
// Avatica locks the statement to close and to cancel it; ours must not wait for anything.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class DriverPreparedStatement extends AvaticaPreparedStatement {
  private final StatementCore core;
  private final PreparedQuery query;
  private final ParameterSlots parameters;
  private final List<List<@Nullable Object>> batch = new ArrayList<>();

  DriverPreparedStatement(
      DriverConnection connection, PreparedQuery query, int type, int concurrency, int holdability)
      throws SQLException {
    super(
        connection,
        null,
        new StatementSignature(query.sql(), query.columns()),
        type,
        concurrency,
        holdability);
    this.query = query;
    this.parameters = new ParameterSlots(query.parameters());
    core =
        new StatementCore(
            connection, this, StatementOptions.of(connection, type, concurrency, holdability));
    connection.adopt(this, core);
  }

  @Override
  public boolean execute() throws SQLException {
    core.execute(query, values(), Want.ANY);
    return core.hasRows();
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    StatementCore.check(query, Want.ROWS);
    core.execute(query, values(), Want.ROWS);
    return core.rows();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    StatementCore.check(query, Want.COUNT);
    core.execute(query, values(), Want.COUNT);
    return core.updateCount();
  }

  private List<@Nullable Object> values() throws SQLException {
    checkOpen();
    return parameters.values();
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return query.columns().isEmpty() ? null : new DriverResultSetMetaData(query.columns());
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new DriverParameterMetaData(query.parameters());
  }

  // Batches

  @Override
  public void addBatch() throws SQLException {
    batch.add(values());
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return AvaticaUtils.toSaturatedInts(executeLargeBatch());
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    core.begin();
    List<List<@Nullable Object>> rows = List.copyOf(batch);
    batch.clear();
    return Batches.run(core, query, rows);
  }

  // Text belongs to plain statements

  private static SQLException hasText() {
    return SqlErrors.of("42809", "A prepared statement has its text. Call the method without one.");
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String sql, int flag) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public int executeUpdate(String sql, int flag) throws SQLException {
    throw hasText();
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql, int flag) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    throw hasText();
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    throw hasText();
  }

  // Parameters

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    parameters.clear();
  }

  private void set(int index, @Nullable Object value) throws SQLException {
    checkOpen();
    // A copy: the caller may fill the array again before the statement or its batch runs.
    parameters.set(index, value instanceof byte[] bytes ? bytes.clone() : value);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setString(int index, @Nullable String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setNString(int index, @Nullable String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setNull(int index, int type) throws SQLException {
    set(index, null);
  }

  @Override
  public void setNull(int index, int type, String typeName) throws SQLException {
    set(index, null);
  }

  @Override
  public void setDate(int index, @Nullable Date value) throws SQLException {
    setDate(index, value, null);
  }

  @Override
  public void setTime(int index, @Nullable Time value) throws SQLException {
    setTime(index, value, null);
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
    setTimestamp(index, value, null);
  }

  @Override
  public void setDate(int index, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    set(index, value == null ? null : DateTimeCells.civil(value, calendar));
  }

  @Override
  public void setTime(int index, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    set(index, value == null ? null : DateTimeCells.civil(value, calendar));
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    set(
        index,
        value == null
            ? null
            : ParameterCells.timestamp(value, calendar, parameters.isInstant(index)));
  }

  @Override
  public void setObject(int index, @Nullable Object value) throws SQLException {
    setObject(index, value, Types.NULL, 0);
  }

  @Override
  public void setObject(int index, @Nullable Object value, int type) throws SQLException {
    setObject(index, value, type, 0);
  }

  @Override
  public void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
    setObject(index, value, ParameterCells.jdbcType(type), 0);
  }

  @Override
  public void setObject(int index, @Nullable Object value, SQLType type, int scale)
      throws SQLException {
    setObject(index, value, ParameterCells.jdbcType(type), scale);
  }

  @Override
  public void setObject(int index, @Nullable Object value, int type, int scale)
      throws SQLException {
    set(
        index,
        value == null
            ? null
            : ParameterCells.plain(value, type, scale, parameters.isInstant(index)));
  }

  @Override
  public void setBlob(int index, @Nullable Blob value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setClob(int index, @Nullable Clob value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setNClob(int index, @Nullable NClob value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setArray(int index, @Nullable Array value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setRef(int index, @Nullable Ref value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setRowId(int index, @Nullable RowId value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setSQLXML(int index, @Nullable SQLXML value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setURL(int index, @Nullable URL value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream stream) throws SQLException {
    set(index, ParameterCells.ascii(stream, -1));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream stream, int length)
      throws SQLException {
    set(index, ParameterCells.ascii(stream, length));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream stream, long length)
      throws SQLException {
    set(index, ParameterCells.ascii(stream, length));
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, @Nullable InputStream stream, int length)
      throws SQLException {
    set(index, ParameterCells.utf8(stream, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream stream) throws SQLException {
    set(index, ParameterCells.bytes(stream, -1));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream stream, int length)
      throws SQLException {
    set(index, ParameterCells.bytes(stream, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream stream, long length)
      throws SQLException {
    set(index, ParameterCells.bytes(stream, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader stream) throws SQLException {
    set(index, ParameterCells.text(stream, -1));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader stream, int length)
      throws SQLException {
    set(index, ParameterCells.text(stream, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader stream, long length)
      throws SQLException {
    set(index, ParameterCells.text(stream, length));
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader stream) throws SQLException {
    set(index, ParameterCells.text(stream, -1));
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader stream, long length)
      throws SQLException {
    set(index, ParameterCells.text(stream, length));
  }

  @Override
  public void setClob(int index, @Nullable Reader stream) throws SQLException {
    set(index, ParameterCells.text(stream, -1));
  }

  @Override
  public void setClob(int index, @Nullable Reader stream, long length) throws SQLException {
    set(index, ParameterCells.text(stream, length));
  }

  @Override
  public void setNClob(int index, @Nullable Reader stream) throws SQLException {
    set(index, ParameterCells.text(stream, -1));
  }

  @Override
  public void setNClob(int index, @Nullable Reader stream, long length) throws SQLException {
    set(index, ParameterCells.text(stream, length));
  }

  @Override
  public void setBlob(int index, @Nullable InputStream stream) throws SQLException {
    set(index, ParameterCells.bytes(stream, -1));
  }

  @Override
  public void setBlob(int index, @Nullable InputStream stream, long length) throws SQLException {
    set(index, ParameterCells.bytes(stream, length));
  }

  // What both kinds of statement do alike

  @Override
  protected void checkOpen() throws SQLException {
    core.checkOpen();
  }

  @Override
  public void close() throws SQLException {
    core.close();
    super.close();
  }

  @Override
  public boolean isClosed() {
    return core.isClosed();
  }

  @Override
  public DriverConnection getConnection() throws SQLException {
    return core.connection();
  }

  @Override
  public void cancel() throws SQLException {
    core.cancel();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    return core.warnings();
  }

  @Override
  public void clearWarnings() throws SQLException {
    core.clearWarnings();
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    return core.resultSet();
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return AvaticaUtils.toSaturatedInt(core.updateCount());
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    return core.updateCount();
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return core.moreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    return core.moreResults(current);
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    return core.generatedKeys();
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    return core.options().maxRows();
  }

  @Override
  public void setLargeMaxRows(long rows) throws SQLException {
    core.options().setMaxRows(rows);
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    return core.options().maxFieldSize();
  }

  @Override
  public void setMaxFieldSize(int size) throws SQLException {
    core.options().setMaxFieldSize(size);
  }

  @Override
  public int getFetchSize() throws SQLException {
    return core.options().fetchSize();
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    core.options().setFetchSize(rows);
  }

  @Override
  public int getFetchDirection() throws SQLException {
    return core.options().fetchDirection();
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    core.options().setFetchDirection(direction);
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    return core.options().timeoutSeconds();
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    core.options().setTimeoutSeconds(seconds);
  }

  @Override
  public void setEscapeProcessing(boolean on) throws SQLException {
    core.options().setEscapeProcessing(on);
  }

  /** Ignored, as JDBC asks where no row can be updated through a cursor. */
  @Override
  public void setCursorName(String name) throws SQLException {
    core.checkOpen();
  }

  @Override
  public int getResultSetType() throws SQLException {
    return core.options().type();
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    core.checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    return core.options().holdability();
  }

  @Override
  public boolean isPoolable() throws SQLException {
    return core.options().poolable();
  }

  @Override
  public void setPoolable(boolean on) throws SQLException {
    core.options().setPoolable(on);
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    return core.options().closeOnCompletion();
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    core.options().setCloseOnCompletion();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return Wrappers.isWrapperFor(this, type);
  }
}
