package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.commit.CommitPipeline;
import io.millrace.engine.commit.Recovery;
import io.millrace.engine.commit.StoreErrors;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.plan.StatementPlanner;
import io.millrace.engine.view.Circuits;
import io.millrace.storage.store.Durability;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.store.StoreException;
import io.millrace.storage.store.StoreOptions;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An open database: its store, its commit pipeline, and its plans. Thread-safe; shared by all
 * sessions of the process that name it.
 */
public final class Database {
  private final DatabaseLocation location;
  private final String durability;
  private final Circuits circuits;
  private final CommitPipeline pipeline;
  private final PlanCache plans = new PlanCache();
  private final Rewritings rewritings;
  private volatile boolean closed;
  private long lastSessionNumber;
  private final Set<Session> sessions = new LinkedHashSet<>();

  /** Over a store that was just opened; for {@link #open}, and tests with a store of their own. */
  Database(DatabaseLocation location, String durability, Store store) {
    this(location, durability, store, new Circuits());
  }

  /** The same with circuits that tick in a way of the caller's. */
  Database(DatabaseLocation location, String durability, Store store, Circuits circuits) {
    this.location = location;
    this.durability = durability;
    this.circuits = circuits;
    this.rewritings = new Rewritings(circuits);
    this.pipeline = new CommitPipeline(store, circuits, Recovery.run(store, circuits));
  }

  /**
   * Opens a session on a database, and the database first if it isn't open in this process.
   *
   * @throws io.millrace.engine.error.DatabaseException 08001 if it cannot be opened, XX001 if it is
   *     damaged
   */
  public static Session connect(DatabaseLocation location, SessionOptions options) {
    return DatabaseRegistry.INSTANCE.connect(location, options);
  }

  /** Opens the store and recovers what its log holds. */
  static Database open(DatabaseLocation location, SessionOptions options) {
    try {
      Store store =
          location.kind() == DatabaseLocation.Kind.MEMORY
              ? Store.inMemory()
              : Store.open(Path.of(location.name()), storeOptions(options.properties()));
      try {
        return new Database(location, durabilityName(location, options), store);
      } catch (RuntimeException | Error e) {
        store.close();
        throw e;
      }
    } catch (StoreException e) {
      throw StoreErrors.of(e);
    }
  }

  /** What system tables show: nothing in memory is durable. */
  private static String durabilityName(DatabaseLocation location, SessionOptions options) {
    return location.kind() == DatabaseLocation.Kind.MEMORY
        ? "none"
        : storeOptions(options.properties()).durability().name().toLowerCase(Locale.ROOT);
  }

  private static StoreOptions storeOptions(Map<String, String> properties) {
    StoreOptions options = StoreOptions.defaults();
    String durability = properties.get("durability");
    if (durability != null) {
      options = options.withDurability(durability(durability));
    }
    return options.withReadOnly("true".equalsIgnoreCase(properties.get("read_only")));
  }

  private static Durability durability(String value) {
    for (Durability durability : Durability.values()) {
      if (durability.name().equals(value.toUpperCase(Locale.ROOT))) {
        return durability;
      }
    }
    throw ErrorCode.INVALID_PROPERTY.exception("durability", value, "full, normal or off");
  }

  String durability() {
    return durability;
  }

  DatabaseLocation location() {
    return location;
  }

  CommitPipeline pipeline() {
    return pipeline;
  }

  Circuits circuits() {
    return circuits;
  }

  /** Plans a statement, or finds its plan: plans are kept by text, schema, mode and catalog. */
  Statement plan(String sql, String schema, PlanningMode mode, Catalog catalog) {
    PlannerContext context =
        new PlannerContext(catalog, schema, this::rowCount, mode.optimized(), mode.rewriting());
    return plans.get(sql, schema, mode, catalog, () -> plan(sql, context));
  }

  private Statement plan(String sql, PlannerContext context) {
    Statement statement = StatementPlanner.plan(sql, context);
    return rewritings.add(statement, context);
  }

  /** How queries find kept views. */
  Rewritings rewritings() {
    return rewritings;
  }

  /** What the published snapshot's counters say of a relation. */
  long rowCount(Relation relation) {
    Snapshot snapshot = pipeline.published().snapshot();
    boolean isKept = !(relation instanceof View view) || view.isMaintained();
    if (!isKept) {
      return 1000;
    }
    return new io.millrace.engine.circuit.StoredRelation(relation, snapshot).estimatedRows();
  }

  synchronized void addSession(Session session) {
    sessions.add(session);
  }

  /** The number of the next session. */
  synchronized long nextSessionNumber() {
    return ++lastSessionNumber;
  }

  /** Takes a session off, and returns how many are left. */
  synchronized int removeSession(Session session) {
    sessions.remove(session);
    return sessions.size();
  }

  /** The open sessions, oldest first. */
  synchronized List<Session> sessions() {
    return List.copyOf(sessions);
  }

  /** Releases the snapshots of sessions that are idle beyond their {@code snapshot_timeout}. */
  void sweep(long nowNanos) {
    if (!closed) {
      sessions().forEach(session -> session.sweep(nowNanos));
    }
  }

  /** Whether nothing can be read or written any more. */
  boolean isClosed() {
    return closed;
  }

  /** Closes the store; what was acknowledged is safe. */
  void close() {
    closed = true;
    pipeline.close();
  }
}
