package io.millrace.engine.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Whether a session uses its snapshots, and the lock between its own thread and the sweep that
 * releases them when it does not. Thread-safe; no call waits for a statement.
 *
 * <p>A session is idle while no statement runs and no row is being worked out. An open result keeps
 * its snapshot only as long as somebody reads it: one that is forgotten would pin the file as a
 * forgotten transaction does. The time is taken by the sweep alone, so that reading a row costs no
 * look at the clock: it runs from the first sweep that finds the session idle.
 */
final class SnapshotUse {
  private final TransactionState transactions;
  private final Set<CursorRows> results = Collections.newSetFromMap(new IdentityHashMap<>());
  private int users;
  private boolean seenIdle;
  private long idleSinceNanos;
  private boolean closed;

  SnapshotUse(TransactionState transactions) {
    this.transactions = transactions;
  }

  /** A statement begins, or a row is asked for. */
  synchronized void enter() {
    users++;
    seenIdle = false;
  }

  /** It ended. */
  synchronized void leave() {
    users--;
    if (users == 0 && closed) {
      takeResults().forEach(CursorRows::close);
    }
  }

  /** A short call that needs the transaction as it is. */
  synchronized <T> T during(Supplier<T> call) {
    seenIdle = false;
    return call.get();
  }

  /** The same without a result. */
  synchronized void during(Runnable call) {
    seenIdle = false;
    call.run();
  }

  synchronized void opened(CursorRows result) {
    results.add(result);
  }

  synchronized void closed(CursorRows result) {
    results.remove(result);
  }

  /**
   * Rolls the transaction back and releases all snapshots if the session has been idle for longer
   * than {@code timeoutMillis}; 0 means never.
   */
  synchronized void sweep(long nowNanos, long timeoutMillis) {
    if (users > 0 || timeoutMillis == 0) {
      seenIdle = false;
      return;
    }
    if (!seenIdle) {
      seenIdle = true;
      idleSinceNanos = nowNanos;
    }
    long idleMillis = (nowNanos - idleSinceNanos) / 1_000_000;
    if (idleMillis >= timeoutMillis) {
      transactions.expire(idleMillis);
      takeResults().forEach(result -> result.expire(idleMillis));
    }
  }

  /** Releases what results hold: now, or when the row that is being worked out is done. */
  synchronized void close() {
    closed = true;
    if (users == 0) {
      takeResults().forEach(CursorRows::close);
    }
  }

  private List<CursorRows> takeResults() {
    List<CursorRows> taken = new ArrayList<>(results);
    results.clear();
    return taken;
  }
}
