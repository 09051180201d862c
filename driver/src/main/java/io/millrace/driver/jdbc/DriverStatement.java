package io.millrace.driver.jdbc;

import io.millrace.driver.jdbc.StatementCore.Want;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.AvaticaUtils;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is given its text as it runs.
 *
 * <p>A batch stops at the first statement that fails; in auto-commit mode those before it stay
 * done.
 */
// Avatica locks the statement to close and to cancel it; ours must not wait for anything.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class DriverStatement extends AvaticaStatement {
  private final StatementCore core;
  private final List<String> batch = new ArrayList<>();

  DriverStatement(DriverConnection connection, int type, int concurrency, int holdability)
      throws SQLException {
    super(connection, null, type, concurrency, holdability);
    core =
        new StatementCore(
            connection, this, StatementOptions.of(connection, type, concurrency, holdability));
    connection.adopt(this, core);
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    core.execute(sql, Want.ANY);
    return core.hasRows();
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    core.execute(sql, Want.ROWS);
    return core.rows();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    core.execute(sql, Want.COUNT);
    return core.updateCount();
  }

  @Override
  public boolean execute(String sql, int flag) throws SQLException {
    StatementCore.checkGeneratedKeys(flag);
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    return execute(sql);
  }

  @Override
  public int executeUpdate(String sql, int flag) throws SQLException {
    StatementCore.checkGeneratedKeys(flag);
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    return executeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql, int flag) throws SQLException {
    StatementCore.checkGeneratedKeys(flag);
    return executeLargeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return executeLargeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return executeLargeUpdate(sql);
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(sql);
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
    List<String> statements = List.copyOf(batch);
    batch.clear();
    return Batches.run(statements, core::count);
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
