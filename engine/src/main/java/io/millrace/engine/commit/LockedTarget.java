package io.millrace.engine.commit;

import io.millrace.engine.view.FillTarget;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.trace.TraceChange;
import java.util.Map;

/**
 * Writes to maps that are being filled: commits wait only while changes are applied. Thread-safe.
 */
record LockedTarget(Store store, CommitLock lock) implements FillTarget {
  @Override
  public Snapshot cut() {
    lock.lock();
    try {
      return store.cut(0);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void apply(Map<Integer, TraceChange> changes) {
    lock.lock();
    try {
      WeightCheck.run(store.cut(0), changes);
      changes.forEach(store::apply);
    } finally {
      lock.unlock();
    }
  }
}
