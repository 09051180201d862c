package io.millrace.storage.store;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Brings the image up to a version beside the commits that go on.
 *
 * <p>The writer forces the log and cuts the roots; a thread of ours waits until the image is
 * written, synced and read back. Only then may log segments go, and only those that the checkpoint
 * before the newest covers: should the newest turn out to be unreadable, the one before it and the
 * log still make the whole.
 *
 * <p>{@link #start} is the writer's; the rest is for any thread.
 */
final class Checkpoints {
  /** Recovery applies some 80,000 changes of entries a second, so this bounds it to about 5 s. */
  private static final long MAX_CHANGES = 400_000;

  private static final int MAX_PENDING = 2;

  private final Image image;
  private final LiveMaps maps;
  private final Log log;
  private final Health health;
  private final StoreOptions options;
  private final ExecutorService executor;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition settled = lock.newCondition();

  // Guarded by lock.
  private int pending;
  private boolean compacting;
  private long completed;
  private long completedVersion;
  private long logBytesAtStart;

  // The writer's own.
  private long startedVersion;
  private long changesAtStart;

  /** The tail's bytes count as logged since the last checkpoint: a restart would replay them. */
  Checkpoints(
      Image image, LiveMaps maps, Log log, Health health, StoreOptions options, long tailBytes) {
    this.image = image;
    this.maps = maps;
    this.log = log;
    this.health = health;
    this.options = options;
    this.completedVersion = image.version();
    this.startedVersion = completedVersion;
    this.logBytesAtStart = -tailBytes;
    this.executor =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "millrace-checkpoint");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Whether the next checkpoint is due; while one is under way or compaction is, which would hold
   * up the writer, only at twice the limits.
   */
  boolean isDue() {
    int factor = isBusy() ? 2 : 1;
    return logBytes() >= factor * options.checkpointLogBytes()
        || image.dirtyBytes() >= factor * options.checkpointDirtyBytes()
        || maps.changes() - changesAtStart >= factor * MAX_CHANGES;
  }

  private boolean isBusy() {
    lock.lock();
    try {
      return pending > 0 || compacting;
    } finally {
      lock.unlock();
    }
  }

  /** The log bytes that a restart would have to replay. */
  long logBytes() {
    lock.lock();
    try {
      return log.appendedBytes() - logBytesAtStart;
    } finally {
      lock.unlock();
    }
  }

  /** Begins a checkpoint of the live maps, which stand at a version. */
  void start(long version) {
    if (version == startedVersion && maps.changes() == changesAtStart && !maps.hasDropped()) {
      return;
    }
    awaitAtMost(MAX_PENDING - 1);
    // The image must never know more than the log does.
    log.forceNow();
    maps.removeDropped();
    lock.lock();
    try {
      pending++;
      logBytesAtStart = log.appendedBytes();
    } finally {
      lock.unlock();
    }
    startedVersion = version;
    changesAtStart = maps.changes();
    try {
      image.commit(version, log.newestSegment());
    } catch (RuntimeException | Error e) {
      finish(false);
      throw e;
    }
    executor.execute(() -> complete(version));
  }

  private void complete(long version) {
    try {
      health.check();
      image.settle();
      long previousVersion;
      lock.lock();
      try {
        previousVersion = completedVersion;
        completedVersion = version;
        completed++;
      } finally {
        lock.unlock();
      }
      log.free(previousVersion);
    } catch (IOException | RuntimeException | Error e) {
      health.fail("Cannot write a checkpoint", e);
    } finally {
      finish(true);
    }
    compact();
  }

  /** Nobody waits for it: what it moves is written by the next checkpoint. */
  private void compact() {
    try {
      if (!health.hasFailed() && image.compact()) {
        maps.rootsMoved();
      }
    } catch (RuntimeException | Error e) {
      health.fail("Cannot compact the image", e);
    } finally {
      lock.lock();
      try {
        compacting = false;
      } finally {
        lock.unlock();
      }
    }
  }

  private void finish(boolean compactNext) {
    lock.lock();
    try {
      pending--;
      compacting = compactNext;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when no checkpoint is under way. */
  void await() {
    awaitAtMost(0);
    health.check();
  }

  private void awaitAtMost(int most) {
    lock.lock();
    try {
      while (pending > most) {
        settled.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  long completed() {
    lock.lock();
    try {
      return completed;
    } finally {
      lock.unlock();
    }
  }

  /** Lets what is under way end, compaction included, and begins no more. */
  void close() {
    executor.shutdown();
    boolean interrupted = Thread.interrupted();
    boolean ended = false;
    while (!ended) {
      try {
        ended = executor.awaitTermination(1, TimeUnit.HOURS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
