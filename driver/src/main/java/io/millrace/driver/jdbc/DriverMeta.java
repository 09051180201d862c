package io.millrace.driver.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * The part of Avatica's server interface that its base classes call.
 *
 * <p>Statements do not run through it: Avatica wraps whatever it throws into an SQLException
 * without SQLSTATE, and its frames lose microseconds. Our statements call the session themselves,
 * so a call that gets here is a method that we forgot to override.
 */
final class DriverMeta extends MetaImpl {
  DriverMeta(AvaticaConnection connection) {
    super(connection);
  }

  static SQLException notThroughMeta() {
    return SqlErrors.of(new AssertionError("a statement went through Avatica's Meta"));
  }

  private static AssertionError forgotten() {
    return new AssertionError("a statement went through Avatica's Meta");
  }

  @Override
  public StatementHandle prepare(ConnectionHandle handle, String sql, long maxRowCount) {
    throw forgotten();
  }

  @Override
  @Deprecated
  public ExecuteResult prepareAndExecute(
      StatementHandle handle, String sql, long maxRowCount, PrepareCallback callback) {
    throw forgotten();
  }

  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle handle,
      String sql,
      long maxRowCount,
      int maxRowsInFirstFrame,
      PrepareCallback callback) {
    throw forgotten();
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle handle, List<String> commands) {
    throw forgotten();
  }

  @Override
  public ExecuteBatchResult executeBatch(
      StatementHandle handle, List<List<TypedValue>> parameterValues) {
    throw forgotten();
  }

  @Override
  public Frame fetch(StatementHandle handle, long offset, int fetchMaxRowCount) {
    throw forgotten();
  }

  @Override
  @Deprecated
  public ExecuteResult execute(
      StatementHandle handle, List<TypedValue> parameterValues, long maxRowCount) {
    throw forgotten();
  }

  @Override
  public ExecuteResult execute(
      StatementHandle handle, List<TypedValue> parameterValues, int maxRowsInFirstFrame) {
    throw forgotten();
  }

  @Override
  public Iterable<Object> createIterable(
      StatementHandle handle,
      QueryState state,
      Meta.Signature signature,
      List<TypedValue> parameters,
      Frame firstFrame) {
    throw forgotten();
  }

  @Override
  public boolean syncResults(StatementHandle handle, QueryState state, long offset) {
    throw forgotten();
  }

  @Override
  public void closeStatement(StatementHandle handle) {}

  @Override
  public void commit(ConnectionHandle handle) {
    throw forgotten();
  }

  @Override
  public void rollback(ConnectionHandle handle) {
    throw forgotten();
  }
}
