package io.millrace.engine.commit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread at a time commit, or define; the others wait in turn and may give up. Thread-safe
 * and reentrant.
 */
final class CommitLock {
  private static final long MILLIS_PER_CHECK = 20;

  private final ReentrantLock lock = new ReentrantLock(true);

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Waits for the lock as long as {@code cancelCheck} does not throw. */
  void lock(Runnable cancelCheck) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (lock.tryLock(MILLIS_PER_CHECK, TimeUnit.MILLISECONDS)) {
            return;
          }
        } catch (InterruptedException e) {
          // An interrupt ends no statement; it is given back at the end.
          interrupted = true;
        }
        cancelCheck.run();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
