package io.millrace.engine.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks once a second for sessions that are idle beyond their {@code snapshot_timeout}: one daemon
 * thread for the process, which ends when no database is open any more. Thread-safe.
 */
final class SnapshotSweeper {
  private static final long PERIOD_MILLIS = 1_000;

  // Weak: a private database that nobody closed goes with its connection.
  private final Set<Database> databases = Collections.newSetFromMap(new WeakHashMap<>());
  private @Nullable Thread thread;

  synchronized void add(Database database) {
    databases.add(database);
    if (thread == null) {
      Thread started = new Thread(null, this::run, "millrace-sweeper", 0, false);
      started.setDaemon(true);
      // It must not hold the application that happened to connect first.
      started.setContextClassLoader(null);
      started.start();
      thread = started;
    }
  }

  synchronized void remove(Database database) {
    databases.remove(database);
  }

  private void run() {
    List<Database> open = await();
    while (!open.isEmpty()) {
      long now = System.nanoTime();
      open.forEach(database -> database.sweep(now));
      open = await();
    }
  }

  /** The open databases, a second from now; none means that the thread is to end. */
  private synchronized List<Database> await() {
    long until = System.nanoTime() + PERIOD_MILLIS * 1_000_000;
    for (long left = PERIOD_MILLIS; left > 0; left = (until - System.nanoTime()) / 1_000_000) {
      try {
        wait(left);
      } catch (InterruptedException e) {
        // Nobody has a reason to interrupt it; the round only comes early.
        break;
      }
    }
    if (databases.isEmpty()) {
      thread = null;
    }
    return new ArrayList<>(databases);
  }
}
