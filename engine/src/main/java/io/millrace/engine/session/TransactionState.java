package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.commit.CommitPipeline;
import io.millrace.engine.commit.Transaction;
import io.millrace.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session's transaction: whether one is open, at which isolation, with which savepoints. */
final class TransactionState {
  private record Savepoint(String name, int mark) {}

  private final CommitPipeline pipeline;
  private final Consumer<String> warnings;
  private final List<Savepoint> savepoints = new ArrayList<>();
  private Isolation isolation;
  private Isolation active;
  private boolean autoCommit = true;
  private boolean begun;
  private long expiredAfterMillis = -1;
  private boolean readOnly;
  private int generated;
  private @Nullable Transaction transaction;

  TransactionState(CommitPipeline pipeline, Isolation isolation, Consumer<String> warnings) {
    this.pipeline = pipeline;
    this.warnings = warnings;
    this.isolation = isolation;
    this.active = isolation;
  }

  boolean autoCommit() {
    return autoCommit;
  }

  void setAutoCommit(boolean on) {
    autoCommit = on;
  }

  Isolation isolation() {
    return isolation;
  }

  void setIsolation(Isolation newIsolation) {
    isolation = newIsolation;
  }

  boolean isReadOnly() {
    return begun && readOnly;
  }

  /** Whether a statement belongs to a transaction of several. */
  boolean isExplicit() {
    return begun || !autoCommit;
  }

  /** BEGIN. */
  void begin(@Nullable Isolation wanted, boolean onlyReads) {
    if (begun || transaction != null) {
      throw ErrorCode.ACTIVE_TRANSACTION.exception("BEGIN");
    }
    begun = true;
    readOnly = onlyReads;
    active = wanted == null ? isolation : wanted;
  }

  /** The catalog that names are looked up in now. */
  Catalog catalog() {
    Transaction open = transaction;
    return open == null ? pipeline.published().catalog() : open.state().catalog();
  }

  /**
   * The same, once a statement begins: READ COMMITTED moves to the last published state, and a
   * transaction of several statements begins with its first, before that is planned, so that no
   * definition of another comes between the two.
   */
  Catalog catalogForStatement() {
    Transaction open = transaction;
    if (open == null && isExplicit()) {
      return current().state().catalog();
    }
    if (open != null && active == Isolation.READ_COMMITTED) {
      pipeline.refresh(open);
    }
    return catalog();
  }

  /** The open transaction, begun if need be. */
  Transaction current() {
    Transaction open = transaction;
    if (open == null) {
      open = pipeline.begin();
      transaction = open;
      if (!begun) {
        active = isolation;
      }
    }
    return open;
  }

  boolean isSerializable() {
    return (isOpen() ? active : isolation) == Isolation.SERIALIZABLE;
  }

  boolean isOpen() {
    return begun || transaction != null;
  }

  /** Rolls an idle transaction back; ROLLBACK or COMMIT must end it. */
  void expire(long idleMillis) {
    Transaction open = transaction;
    if (open != null) {
      transaction = null;
      savepoints.clear();
      expiredAfterMillis = idleMillis;
      open.close();
    }
  }

  /**
   * Refuses to go on with a transaction that was idle for too long.
   *
   * @throws io.millrace.engine.error.DatabaseException 25P03
   */
  void requireAlive() {
    if (expiredAfterMillis >= 0) {
      throw ErrorCode.SNAPSHOT_TIMEOUT.exception(
          "The transaction was rolled back",
          expiredAfterMillis,
          "ROLLBACK, then run it again from its start.");
    }
  }

  void commit(Runnable cancelCheck) {
    Transaction open = transaction;
    try {
      requireAlive();
      if (open != null) {
        pipeline.commit(open, isSerializable(), cancelCheck).warnings().forEach(warnings);
      }
    } finally {
      end();
    }
  }

  void rollback() {
    end();
  }

  private void end() {
    Transaction open = transaction;
    transaction = null;
    begun = false;
    readOnly = false;
    expiredAfterMillis = -1;
    savepoints.clear();
    active = isolation;
    if (open != null) {
      open.close();
    }
  }

  String setSavepoint(@Nullable String name) {
    if (!isExplicit()) {
      throw ErrorCode.NO_ACTIVE_TRANSACTION.exception("SAVEPOINT");
    }
    requireAlive();
    String given = name == null ? "savepoint_" + ++generated : name;
    savepoints.add(new Savepoint(given, current().pending().mark()));
    return given;
  }

  void rollbackTo(String name) {
    requireAlive();
    int index = find(name);
    current().pending().rollbackTo(savepoints.get(index).mark());
    savepoints.subList(index + 1, savepoints.size()).clear();
  }

  void release(String name) {
    requireAlive();
    savepoints.subList(find(name), savepoints.size()).clear();
  }

  private int find(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw ErrorCode.INVALID_SAVEPOINT.exception(name);
  }
}
