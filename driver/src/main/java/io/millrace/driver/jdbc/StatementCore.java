package io.millrace.driver.jdbc;

import io.millrace.engine.session.ColumnDescription;
import io.millrace.engine.session.ExecutionOptions;
import io.millrace.engine.session.PreparedQuery;
import io.millrace.engine.session.RowStream;
import io.millrace.engine.session.Session;
import io.millrace.engine.session.StatementResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.avatica.AvaticaStatement;
import org.jspecify.annotations.Nullable;

/**
 * What plain and prepared statements share, since Avatica gives them no common parent of ours: the
 * options, the results and their order, warnings, cancelling and closing.
 *
 * <p>A text of several statements runs to its end at once, each statement in its own right; results
 * that are not the last are buffered, and {@link #moreResults} hands them out in turn.
 */
final class StatementCore implements ResultSetOwner {
  /** What the caller can take, checked before a statement has any effect. */
  enum Want {
    ANY,
    ROWS,
    COUNT
  }

  private record Result(@Nullable DriverResultSet rows, long count) {}

  private static final Result END = new Result(null, -1);
  private static final List<ColumnDescription> GENERATED_KEYS =
      List.of(
          new ColumnDescription(
              "GENERATED_KEY",
              "GENERATED_KEY",
              null,
              null,
              "BIGINT",
              Types.BIGINT,
              19,
              0,
              false,
              Long.class));

  private final DriverConnection connection;
  private final AvaticaStatement owner;
  private final StatementOptions options;
  private final Warnings warnings = new Warnings();
  private final Deque<Result> pending = new ArrayDeque<>();
  private final List<DriverResultSet> kept = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean cancelRequested;
  private volatile @Nullable RowStream reading;
  private Result current = END;

  StatementCore(DriverConnection connection, AvaticaStatement owner, StatementOptions options) {
    this.connection = connection;
    this.owner = owner;
    this.options = options;
  }

  StatementOptions options() throws SQLException {
    checkOpen();
    return options;
  }

  DriverConnection connection() throws SQLException {
    checkOpen();
    return connection;
  }

  void checkOpen() throws SQLException {
    if (closed.get()) {
      connection.gate().checkOpen();
      throw SqlErrors.statementClosed();
    }
  }

  // Running

  /** Forgets the results of the last execution. */
  void begin() throws SQLException {
    checkOpen();
    closeResults();
    warnings.clear();
    cancelRequested = false;
  }

  void execute(String sql, Want want) throws SQLException {
    begin();
    List<String> parts = parts(options.escapeProcessing() ? EscapeSyntax.translate(sql) : sql);
    if (parts.size() > 1 && want != Want.ANY) {
      throw SqlErrors.of(
          "42601", "The text holds " + parts.size() + " statements. Run them with execute().");
    }
    List<Result> results = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      results.add(run(parts.get(i), want, i == parts.size() - 1));
    }
    show(results);
  }

  private List<String> parts(String sql) throws SQLException {
    if (sql.indexOf(';') < 0) {
      return List.of(sql);
    }
    List<String> parts = connection.gate().call(session -> session.split(sql));
    return parts.isEmpty() ? List.of(sql) : parts;
  }

  private Result run(String sql, Want want, boolean isLast) throws SQLException {
    return connection
        .gate()
        .call(this, session -> run(session, session.prepare(sql), List.of(), want, isLast));
  }

  void execute(PreparedQuery query, List<@Nullable Object> parameters, Want want)
      throws SQLException {
    begin();
    Result result =
        connection.gate().call(this, session -> run(session, query, parameters, want, true));
    show(List.of(result));
  }

  /** The update count of one statement that is no query. */
  long count(String sql) throws SQLException {
    String text = options.escapeProcessing() ? EscapeSyntax.translate(sql) : sql;
    return run(text, Want.COUNT, true).count();
  }

  /** The update count of one statement that is no query; the caller holds the session. */
  long count(Session session, PreparedQuery query, List<@Nullable Object> parameters)
      throws SQLException {
    return run(session, query, parameters, Want.COUNT, true).count();
  }

  private Result run(
      Session session,
      PreparedQuery query,
      List<@Nullable Object> parameters,
      Want want,
      boolean isLast)
      throws SQLException {
    check(query, want);
    StatementResult result = session.execute(query, parameters, executionOptions());
    warnings.addAll(session.takeWarnings());
    if (result instanceof StatementResult.Rows rows) {
      boolean buffered = !isLast || options.type() != ResultSet.TYPE_FORWARD_ONLY;
      List<ColumnDescription> columns = rows.columns();
      RowStream stream = buffered ? buffered(rows.rows(), columns.size()) : rows.rows();
      return new Result(new DriverResultSet(this, columns, stream), -1);
    }
    return new Result(null, result instanceof StatementResult.Count count ? count.count() : 0);
  }

  private RowStream buffered(RowStream rows, int columns) {
    reading = rows;
    try {
      return BufferedRows.of(rows, columns);
    } finally {
      reading = null;
    }
  }

  private ExecutionOptions executionOptions() {
    return new ExecutionOptions(options.timeoutMillis(), options.maxRows());
  }

  static void check(PreparedQuery query, Want want) throws SQLException {
    boolean returnsRows = query.kind() == PreparedQuery.Kind.QUERY;
    if (want == Want.ROWS && !returnsRows) {
      throw SqlErrors.of(
          "42809", "The statement returns no rows, and did not run. Use execute or executeUpdate.");
    }
    if (want == Want.COUNT && returnsRows) {
      throw SqlErrors.of(
          "42809", "The statement returns rows, and did not run. Use execute or executeQuery.");
    }
  }

  // Results

  private void show(List<Result> results) {
    pending.addAll(results);
    current = pending.isEmpty() ? END : pending.remove();
  }

  boolean hasRows() {
    return current.rows() != null;
  }

  @Nullable DriverResultSet resultSet() throws SQLException {
    checkOpen();
    return current.rows();
  }

  DriverResultSet rows() throws SQLException {
    DriverResultSet rows = resultSet();
    if (rows == null) {
      throw SqlErrors.invalidCursor("The statement returned no rows.");
    }
    return rows;
  }

  long updateCount() throws SQLException {
    checkOpen();
    return current.count();
  }

  boolean moreResults(int what) throws SQLException {
    checkOpen();
    DriverResultSet rows = current.rows();
    switch (what) {
      case Statement.KEEP_CURRENT_RESULT -> {
        if (rows != null) {
          kept.add(rows);
        }
      }
      case Statement.CLOSE_CURRENT_RESULT -> closeQuietly(rows);
      case Statement.CLOSE_ALL_RESULTS -> {
        closeQuietly(rows);
        closeKept();
      }
      default ->
          throw SqlErrors.invalidArgument(
              what, "way to go on", "Use a constant of java.sql.Statement.");
    }
    current = pending.isEmpty() ? END : pending.remove();
    return hasRows();
  }

  private static void closeQuietly(@Nullable DriverResultSet rows) {
    if (rows != null && !rows.isClosed()) {
      rows.release();
    }
  }

  private void closeKept() {
    kept.forEach(StatementCore::closeQuietly);
    kept.clear();
  }

  private void closeResults() {
    closeQuietly(current.rows());
    pending.forEach(result -> closeQuietly(result.rows()));
    closeKept();
    pending.clear();
    current = END;
  }

  /** Always empty: no column generates keys yet. */
  DriverResultSet generatedKeys() throws SQLException {
    checkOpen();
    return new DriverResultSet(this, GENERATED_KEYS, new BufferedRows(List.of()));
  }

  static void checkGeneratedKeys(int flag) throws SQLException {
    if (flag != Statement.RETURN_GENERATED_KEYS && flag != Statement.NO_GENERATED_KEYS) {
      throw SqlErrors.invalidArgument(
          flag, "flag for generated keys", "Use a constant of java.sql.Statement.");
    }
  }

  @Nullable SQLWarning warnings() throws SQLException {
    checkOpen();
    return warnings.first();
  }

  void clearWarnings() throws SQLException {
    checkOpen();
    warnings.clear();
  }

  // Rows of the session, as ResultSetOwner

  @Override
  public boolean next(RowStream rows) throws SQLException {
    if (cancelRequested) {
      cancelRequested = false;
      throw SqlErrors.cancelled(null);
    }
    reading = rows;
    try {
      return connection.gate().call(this, session -> rows.next());
    } finally {
      reading = null;
    }
  }

  @Override
  public @Nullable Object value(RowStream rows, int column) throws SQLException {
    try {
      return rows.value(column);
    } catch (RuntimeException | AssertionError e) {
      throw SqlErrors.of(e);
    }
  }

  @Override
  public void release(RowStream rows) {
    connection.gate().release(rows);
  }

  @Override
  public void closed(DriverResultSet resultSet) {
    boolean wasLast = pending.isEmpty() && kept.stream().allMatch(DriverResultSet::isClosed);
    if (options.closeOnCompletion() && resultSet == current.rows() && wasLast) {
      close();
    }
  }

  @Override
  public AvaticaStatement statement() {
    return owner;
  }

  // Ending

  void cancel() throws SQLException {
    checkOpen();
    cancelRequested = true;
    connection.gate().cancel(this);
  }

  /** Ends the reading of rows, if one is going on: most of a query's work is done there. */
  void cancelReading() {
    RowStream rows = reading;
    if (rows != null) {
      rows.cancel();
    }
  }

  /** Whether {@link #cancel} was called since the last execution began; asked once. */
  boolean takeCancelRequest() {
    boolean requested = cancelRequested;
    cancelRequested = false;
    return requested;
  }

  boolean isClosed() {
    return closed.get();
  }

  /** Ends what runs, and closes the results; a second call does nothing. */
  void close() {
    if (closed.compareAndSet(false, true)) {
      connection.gate().cancel(this);
      closeResults();
      connection.forget(this);
    }
  }

  /** The session is about to go, and its rows with it. */
  void closeWithConnection() {
    if (closed.compareAndSet(false, true)) {
      closeResults();
    }
  }
}
