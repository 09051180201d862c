package io.millrace.storage.store;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The log as it is written: appended to by one thread at a time, forced for many at once.
 *
 * <p>{@link #append} hands a record to the operating system at once, so only a power cut loses what
 * is not forced. {@link #force} is a group commit: the first thread that needs a force does it for
 * all records appended so far; who comes meanwhile waits, and one of them does the next for the
 * rest. No thread of ours is in the path, and an interrupt of a caller harms nothing ({@link
 * LogSegment}).
 *
 * <p>A force that failed is never tried again: the system may have dropped the pages and report
 * success.
 */
final class Log {
  private static final long NORMAL_DELAY_NANOS = 10_000_000;

  private final LogFolder folder;
  private final Durability durability;
  private final Health health;
  private final long timeline;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by lock; the writer alone changes segment, lastVersion and appended.
  private final ArrayDeque<LogContents.Part> older = new ArrayDeque<>();
  private @Nullable LogSegment segment;
  private long nextNumber = 1;
  private long lastVersion;
  private long durableVersion;
  private long appended;
  private long forced;
  private boolean forcing;
  private boolean closed;
  private long appendedBytes;
  private long forces;

  private final @Nullable Thread background;

  Log(LogFolder folder, StoreOptions options, LogContents contents, Health health) {
    this.folder = folder;
    this.durability = options.durability();
    this.health = health;
    this.timeline = contents.timeline();
    this.lastVersion = contents.lastVersion();
    this.durableVersion = contents.lastVersion();
    for (LogContents.Part part : contents.parts()) {
      older.add(part);
      nextNumber = part.number() + 1;
    }
    if (durability == Durability.NORMAL) {
      background = new Thread(this::forceFromTimeToTime, "millrace-log");
      background.setDaemon(true);
    } else {
      background = null;
    }
  }

  /** Starts the thread that forces the log now and then, if the durability wants one. */
  void start() {
    if (background != null) {
      background.start();
    }
  }

  /** Writes a record and returns its ticket for {@link #force}. */
  long append(LogRecord record) throws IOException {
    if (record.version() <= lastVersion) {
      throw new AssertionError(
          "the version of a record must be above " + lastVersion + ", but was " + record.version());
    }
    LogSegment target = roomFor(record);
    byte[] bytes = LogFormat.encode(record, target.header().salt(), timeline, durableVersionNow());
    target.write(bytes);
    lock.lock();
    try {
      lastVersion = record.version();
      appended++;
      appendedBytes += bytes.length - LogFormat.TERMINATOR_BYTES;
      if (durability == Durability.NORMAL) {
        changed.signalAll();
      }
      return appended;
    } finally {
      lock.unlock();
    }
  }

  private long durableVersionNow() {
    lock.lock();
    try {
      return durableVersion;
    } finally {
      lock.unlock();
    }
  }

  private LogSegment roomFor(LogRecord record) throws IOException {
    LogSegment current = segment;
    int length =
        Math.addExact(record.payload().length, LogFormat.HEADER_BYTES + LogFormat.TERMINATOR_BYTES);
    if (current != null && current.hasRoom(length)) {
      return current;
    }
    if (current != null) {
      // The next segment's header will say that this one ended in order.
      forceNow();
      current.close();
    }
    LogSegment next =
        folder.create(nextNumber, timeline, lastVersion, durability == Durability.FULL);
    lock.lock();
    try {
      if (current != null) {
        SegmentHeader ended = current.header();
        older.add(
            new LogContents.Part(
                current.path(), ended.number(), lastVersion, ended.previousVersion()));
      }
      segment = next;
      nextNumber++;
    } finally {
      lock.unlock();
    }
    return next;
  }

  /** Returns when the record of a ticket is as durable as the store was asked to make it. */
  void force(long ticket) {
    if (durability == Durability.FULL) {
      forceUpTo(ticket);
    } else {
      health.check();
    }
  }

  /** Returns when all that was appended is on the disk, whatever the durability. */
  void forceNow() {
    forceUpTo(records());
  }

  private void forceUpTo(long ticket) {
    lock.lock();
    try {
      while (forced < ticket) {
        if (health.hasFailed()) {
          throw outcomeUnknown(health.failure());
        }
        if (forcing) {
          changed.awaitUninterruptibly();
        } else {
          lead();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Forces for all that wait. Holds the lock, but not while the disk works. */
  private void lead() {
    LogSegment target = segment;
    if (target == null) {
      throw new AssertionError("a record was appended, but there is no segment");
    }
    long ticket = appended;
    long version = lastVersion;
    @Nullable Throwable failure = null;
    forcing = true;
    lock.unlock();
    try {
      target.force();
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    } finally {
      lock.lock();
      forcing = false;
      changed.signalAll();
    }
    if (failure != null) {
      health.fail("Cannot force the log", failure);
      throw outcomeUnknown(failure);
    }
    forces++;
    forced = Math.max(forced, ticket);
    durableVersion = Math.max(durableVersion, version);
  }

  private static StoreException outcomeUnknown(@Nullable Throwable cause) {
    return new StoreException(
        StoreException.OUTCOME_UNKNOWN,
        "The log could not be forced, so it is unknown whether the commit will survive; reopen"
            + " the database to find out",
        cause);
  }

  private void forceFromTimeToTime() {
    while (awaitUnforced()) {
      LockSupport.parkNanos(NORMAL_DELAY_NANOS);
      try {
        forceNow();
      } catch (StoreException e) {
        // Health holds it: the next call of anybody says so.
        return;
      }
    }
  }

  private boolean awaitUnforced() {
    lock.lock();
    try {
      while (forced == appended && !closed) {
        changed.awaitUninterruptibly();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of the segments that hold no version above this one. The newest always stays. */
  void free(long version) throws IOException {
    while (true) {
      LogContents.Part part;
      lock.lock();
      try {
        part = older.peek();
        if (part == null || closed || endOf(part) > version) {
          return;
        }
        older.remove();
      } finally {
        lock.unlock();
      }
      folder.retire(part.path(), part.number());
    }
  }

  /** The newest of the older segments stays until another takes its place as the log's end. */
  private long endOf(LogContents.Part part) {
    return older.size() == 1 && segment == null ? Long.MAX_VALUE : part.endVersion();
  }

  /** Forces what is left, and marks the end as orderly if it is. */
  void close(boolean orderly) throws IOException {
    if (orderly) {
      forceNow();
    }
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (segment != null) {
      if (orderly) {
        segment.markClosed(lastVersion);
      }
      segment.close();
    }
  }

  long timeline() {
    return timeline;
  }

  long lastVersion() {
    return lastVersion;
  }

  /** The number of the newest segment, 0 if there is none yet. */
  long newestSegment() {
    lock.lock();
    try {
      return nextNumber - 1;
    } finally {
      lock.unlock();
    }
  }

  /** The bytes appended since the log was opened. */
  long appendedBytes() {
    lock.lock();
    try {
      return appendedBytes;
    } finally {
      lock.unlock();
    }
  }

  /** The records appended since the log was opened, which is also the newest ticket. */
  long records() {
    lock.lock();
    try {
      return appended;
    } finally {
      lock.unlock();
    }
  }

  long forces() {
    lock.lock();
    try {
      return forces;
    } finally {
      lock.unlock();
    }
  }

  int segments() {
    lock.lock();
    try {
      return older.size() + (segment == null ? 0 : 1);
    } finally {
      lock.unlock();
    }
  }
}
