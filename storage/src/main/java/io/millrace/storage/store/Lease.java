package io.millrace.storage.store;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the pages of snapshots from being overwritten while somebody reads them.
 *
 * <p>Take the lease first, then load the published snapshot: the other way round a checkpoint may
 * come between and free what the snapshot points to. A lease covers every snapshot that was
 * published when it was taken or later. The image file cannot reuse space while it is held, so hold
 * it as long as a statement or transaction, not longer. Thread-safe; closing twice does nothing.
 */
public final class Lease implements AutoCloseable {
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  Lease(Runnable release) {
    this.release = release;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
