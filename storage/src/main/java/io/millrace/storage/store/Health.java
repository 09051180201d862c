package io.millrace.storage.store;

import java.util.concurrent.atomic.AtomicReference;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store can go on. The first failure of a write ends it: what the disk or the live maps
 * then hold is not known, and only recovery from the log finds out. Thread-safe.
 */
final class Health {
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  void check() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new StoreException(
          StoreException.IO_ERROR,
          "The store failed (" + cause.getMessage() + "), reopen the database to recover",
          cause);
    }
  }

  boolean hasFailed() {
    return failure.get() != null;
  }

  @Nullable Throwable failure() {
    return failure.get();
  }

  /** Ends the store and returns what to throw. */
  StoreException fail(String doing, Throwable cause) {
    failure.compareAndSet(null, cause);
    if (cause instanceof StoreException known) {
      return known;
    }
    if (cause instanceof MVStoreException library) {
      return StoreException.of(doing, library);
    }
    return new StoreException(StoreException.IO_ERROR, doing + ": " + cause, cause);
  }
}
