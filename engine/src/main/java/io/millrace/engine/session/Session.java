package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.commit.CommitPipeline;
import io.millrace.engine.commit.StoreErrors;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.StatementValues;
import io.millrace.engine.plan.RewriteMode;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.plan.StatementPlanner;
import io.millrace.engine.query.Cancellation;
import io.millrace.engine.session.Settings.Setting;
import io.millrace.storage.store.StoreException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection's state: its transaction, its settings, and the statement that it runs.
 *
 * <p>One statement runs at a time; {@link #cancel}, {@link #abort} and {@link #close} may come from
 * any thread. DDL commits the open transaction first and is a commit of its own.
 */
public final class Session implements AutoCloseable {
  private final Database database;
  private final Settings settings = new Settings();
  private final TransactionState transactions;
  private final SnapshotUse snapshots;
  private final StatementRunner runner;
  private final RecordedQueries recorded = new RecordedQueries();
  private final List<String> warnings = new ArrayList<>();
  private final String user;
  private final long number;
  private boolean readOnly;
  private volatile boolean closed;
  private volatile @Nullable Cancellation running;
  private volatile @Nullable String lastStatement;
  private volatile @Nullable Cancellation reading;

  Session(Database database, SessionOptions options) {
    this.database = database;
    Map<String, String> properties = options.properties();
    this.number = database.nextSessionNumber();
    this.user = properties.getOrDefault("user", "");
    this.readOnly = "true".equalsIgnoreCase(properties.get("read_only"));
    for (String name : Settings.names()) {
      if (properties.containsKey(name)) {
        settings.set(Settings.find(name), properties.get(name));
      }
    }
    this.transactions =
        new TransactionState(
            database.pipeline(), Settings.isolation(settings.get(Setting.ISOLATION)), this::warn);
    this.snapshots = new SnapshotUse(transactions);
    this.runner = new StatementRunner(database, this, transactions);
  }

  /**
   * Parses, checks and plans one statement.
   *
   * @throws DatabaseException 42601 for a wrong syntax; 42P01, 42703 and others for wrong names
   */
  public synchronized PreparedQuery prepare(String sql) {
    requireOpen();
    Catalog catalog = snapshots.during(transactions::catalog);
    return planned(sql, catalog);
  }

  /** The statements of a script, cut at semicolons outside of quotes and comments. */
  public List<String> split(String sql) {
    return StatementPlanner.split(sql);
  }

  /**
   * Executes a statement. The rows of a query are read as they are asked for.
   *
   * @param parameters a value for each {@code ?}, as plain Java values
   * @throws DatabaseException the statement then has changed nothing
   */
  public synchronized StatementResult execute(
      PreparedQuery query, List<@Nullable Object> parameters, ExecutionOptions options) {
    requireOpen();
    long timeout =
        options.timeoutMillis() > 0
            ? options.timeoutMillis()
            : settings.millis(Setting.QUERY_TIMEOUT);
    Cancellation cancellation = start(timeout);
    lastStatement = query.sql();
    try {
      if (!endsTransaction(query.statement())) {
        transactions.requireAlive();
      }
      return run(query, parameters, cancellation, options.maxRows());
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    } catch (StackOverflowError e) {
      throw ErrorCode.TOO_COMPLEX.exception();
    } finally {
      end();
    }
  }

  /** From here on the session's own thread works, and {@link #cancel} ends it. */
  private Cancellation start(long timeoutMillis) {
    snapshots.enter();
    Cancellation cancellation = new Cancellation(timeoutMillis);
    running = cancellation;
    return cancellation;
  }

  private void end() {
    running = null;
    snapshots.leave();
  }

  private static boolean endsTransaction(Statement statement) {
    return statement instanceof Statement.Commit
        || (statement instanceof Statement.Rollback rollback && rollback.savepoint() == null);
  }

  /** Runs a statement, again if the catalog changes between its planning and its running. */
  private StatementResult run(
      PreparedQuery query,
      List<@Nullable Object> parameters,
      Cancellation cancellation,
      long maxRows) {
    while (true) {
      PreparedQuery current = current(query);
      // Asked before: a COMMIT that fails ends its transaction, and must not be run again.
      boolean explicit = transactions.isExplicit();
      try {
        return runner.run(current, parameters, cancellation, maxRows);
      } catch (DatabaseException e) {
        boolean overtaken = database.pipeline().published().catalog() != current.catalog();
        if (e.code() != ErrorCode.SERIALIZATION_FAILURE || explicit || !overtaken) {
          throw e;
        }
        cancellation.check();
      }
    }
  }

  /** The same statement planned for what the transaction sees, with the settings of now. */
  private PreparedQuery current(PreparedQuery query) {
    PreparedQuery.Kind kind = query.kind();
    boolean reads = kind == PreparedQuery.Kind.QUERY || kind == PreparedQuery.Kind.UPDATE;
    Catalog catalog = reads ? transactions.catalogForStatement() : transactions.catalog();
    return query.isPlannedFor(catalog, schema(), planning())
        ? query
        : planned(query.sql(), catalog);
  }

  private PreparedQuery planned(String sql, Catalog catalog) {
    PlanningMode mode = planning();
    Statement statement = database.plan(sql, schema(), mode, catalog);
    return new PreparedQuery(sql, statement, catalog, schema(), mode);
  }

  /** How statements are planned here. */
  PlanningMode planning() {
    return new PlanningMode(settings.get(Setting.OPTIMIZER).equals("on"), rewriting());
  }

  /** Whether queries may be answered from kept views that they don't name. */
  RewriteMode rewriting() {
    return RewriteMode.valueOf(settings.get(Setting.REWRITE).toUpperCase(Locale.ROOT));
  }

  /** The transaction that statements share, or each its own. Turning it on commits. */
  public synchronized void setAutoCommit(boolean on) {
    requireOpen();
    if (on && !transactions.autoCommit()) {
      commit();
    }
    transactions.setAutoCommit(on);
  }

  public boolean autoCommit() {
    return transactions.autoCommit();
  }

  /** Whether the next statement belongs to a transaction of several: by BEGIN, or always. */
  public boolean inTransaction() {
    return transactions.isExplicit();
  }

  /**
   * Commits the open transaction, if there is one.
   *
   * @throws DatabaseException 40001 and others: then it is rolled back
   */
  public synchronized void commit() {
    requireOpen();
    Cancellation cancellation = start(settings.millis(Setting.QUERY_TIMEOUT));
    cancellation.progress().begin("Committing");
    try {
      transactions.commit(cancellation::check);
    } finally {
      end();
    }
  }

  /** Rolls the open transaction back, if there is one. */
  public synchronized void rollback() {
    requireOpen();
    snapshots.during(transactions::rollback);
  }

  /** Sets a savepoint and returns its name; null makes one up. */
  public synchronized String setSavepoint(@Nullable String name) {
    requireOpen();
    return snapshots.during(() -> transactions.setSavepoint(name));
  }

  /**
   * Undoes what came after a savepoint.
   *
   * @throws DatabaseException 3B001
   */
  public synchronized void rollbackTo(String name) {
    requireOpen();
    snapshots.during(() -> transactions.rollbackTo(name));
  }

  /**
   * Forgets a savepoint and those after it.
   *
   * @throws DatabaseException 3B001
   */
  public synchronized void release(String name) {
    requireOpen();
    snapshots.during(() -> transactions.release(name));
  }

  public boolean readOnly() {
    return readOnly;
  }

  /** Whether statements that write are refused with 25006. */
  public synchronized void setReadOnly(boolean on) {
    requireOpen();
    readOnly = on;
  }

  public Isolation isolation() {
    return transactions.isolation();
  }

  /** Takes effect with the next transaction. */
  public synchronized void setIsolation(Isolation isolation) {
    requireOpen();
    settings.set(Setting.ISOLATION, isolation.name());
    transactions.setIsolation(isolation);
  }

  public String schema() {
    return settings.get(Setting.SCHEMA);
  }

  /**
   * The schema of names without one.
   *
   * @throws DatabaseException 3F000
   */
  public synchronized void setSchema(String schema) {
    requireOpen();
    if (!SystemRelation.isSystemSchema(schema)
        && !transactions.catalog().schemas().contains(schema.toLowerCase(Locale.ROOT))) {
      throw ErrorCode.UNDEFINED_SCHEMA.exception(schema);
    }
    settings.set(Setting.SCHEMA, schema);
  }

  /**
   * Ends the running statement, if any, with 57014; a query runs while a row of it is being worked
   * out. From any thread.
   */
  public void cancel() {
    cancel(running);
    cancel(reading);
  }

  private static void cancel(@Nullable Cancellation cancellation) {
    if (cancellation != null) {
      cancellation.cancel();
    }
  }

  /**
   * How far the running statement has come, if one runs; a query runs while a row of it is being
   * worked out. From any thread.
   */
  public Optional<StatementProgress> progress() {
    Cancellation now = running;
    if (now == null) {
      now = reading;
    }
    return Optional.ofNullable(now)
        .map(Cancellation::progress)
        .map(Progress::state)
        .map(StatementProgress::of);
  }

  /** Rolls the transaction back and releases its results if the session is idle for too long. */
  void sweep(long nowNanos) {
    snapshots.sweep(nowNanos, settings.millis(Setting.SNAPSHOT_TIMEOUT));
  }

  /** Its number among the sessions that the database ever had. */
  long number() {
    return number;
  }

  /** The text of the statement that it ran last, or runs. */
  @Nullable String lastStatement() {
    return lastStatement;
  }

  Database database() {
    return database;
  }

  SnapshotUse snapshots() {
    return snapshots;
  }

  /** Notes whose next row is being worked out, or that none is. */
  void reads(@Nullable Cancellation cancellation) {
    if (cancellation != null && (closed || database.isClosed())) {
      throw ErrorCode.CONNECTION_CLOSED.exception();
    }
    reading = cancellation;
  }

  /** Whether a statement would find a database that works. */
  public boolean isValid() {
    if (closed || database.isClosed()) {
      return false;
    }
    try {
      database.pipeline().begin().close();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  public boolean isClosed() {
    return closed;
  }

  /** Rolls back and closes; closing twice does nothing. */
  @Override
  public void close() {
    cancel();
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      transactions.rollback();
      snapshots.close();
    }
    DatabaseRegistry.INSTANCE.release(database, this);
  }

  /** Closes at once, whatever runs. */
  public void abort() {
    close();
  }

  /** The warnings since the last call. */
  public synchronized List<String> takeWarnings() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  synchronized void warn(String warning) {
    warnings.add(warning);
  }

  /** The database's URL after {@code jdbc:millrace:}. */
  public String databaseDescription() {
    DatabaseLocation location = database.location();
    return location.kind().name().toLowerCase(Locale.ROOT).replace("memory", "mem")
        + ":"
        + location.name();
  }

  public String user() {
    return user;
  }

  /** The catalog as it is now, for metadata. */
  public CatalogView catalog() {
    requireOpen();
    return CatalogViews.of(database.pipeline().published().catalog());
  }

  /** The version of the last published commit. */
  public long version() {
    return database.pipeline().published().version();
  }

  /**
   * Applies net changes of tables in one commit, for callers that have them already: no statement
   * runs and no retry is made. An empty change is a commit too.
   *
   * @param expectedVersion the version that the caller has seen
   * @return the version that the commit made
   * @throws DatabaseException 40001 if the database has moved on; 23000 if a delta deletes what is
   *     not there; 23502, 23503, 23505, 23514; what a view raises. Then nothing has changed
   */
  public synchronized long apply(long expectedVersion, List<TableDelta> deltas) {
    requireOpen();
    if (readOnly) {
      throw ErrorCode.READ_ONLY.exception("apply", "the connection", "Use a writable one.");
    }
    Cancellation cancellation = start(settings.millis(Setting.QUERY_TIMEOUT));
    try {
      Catalog catalog = database.pipeline().published().catalog();
      CommitPipeline.Committed committed =
          database
              .pipeline()
              .apply(
                  expectedVersion,
                  TableDeltas.encode(deltas, catalog, schema()),
                  cancellation::check);
      committed.warnings().forEach(this::warn);
      return committed.version();
    } finally {
      end();
    }
  }

  /** The queries that it ran lately. */
  RecordedQueries recorded() {
    return recorded;
  }

  Settings settings() {
    return settings;
  }

  /** The values that stay the same while a statement runs. */
  StatementValues statementValues() {
    Instant now = Instant.now();
    long micros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    return new StatementValues(micros, settings.get(Setting.TIME_ZONE), user, schema());
  }

  /** The offset in which instants are shown. */
  ZoneOffset offset() {
    return ZoneId.of(settings.get(Setting.TIME_ZONE)).getRules().getOffset(Instant.now());
  }

  void requireWritable(Statement statement) {
    if (readOnly || transactions.isReadOnly()) {
      throw ErrorCode.READ_ONLY.exception(
          statement.getClass().getSimpleName().toUpperCase(Locale.ROOT),
          readOnly ? "the connection" : "the transaction",
          "Use a writable one.");
    }
  }

  private void requireOpen() {
    if (closed || database.isClosed()) {
      throw ErrorCode.CONNECTION_CLOSED.exception();
    }
  }
}
