package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.FillTarget;
import io.millrace.engine.view.ViewFill;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.trace.TraceChange;
import java.util.Map;

/**
 * Fills a new view while commits go on: from a snapshot, with a tap on what commits change since;
 * then it catches up, at the end under the commit lock, and stands where the database stands.
 *
 * <p>Commits wait only while a tick's changes are applied to the view's own maps, and for the last
 * deliveries of the tap.
 */
final class ViewCreation implements FillTarget {
  /** Each is shorter than the one before, unless the view is slower than the commits. */
  private static final int MAX_ROUNDS = 8;

  private final Store store;
  private final CommitLock lock;
  private final ViewFill fill;
  private final Tap tap;

  ViewCreation(
      Store store, CommitLock lock, Circuits circuits, View view, Catalog catalog, Tap tap) {
    this.store = store;
    this.lock = lock;
    this.fill = new ViewFill(this, circuits, view, catalog);
    this.tap = tap;
  }

  /** Fills from a snapshot that the tap goes on from, and follows what has been delivered. */
  void run(Snapshot source, Runnable cancelCheck) {
    fill.run(source, cancelCheck);
    int rounds = 0;
    while (catchUp(cancelCheck)) {
      if (++rounds == MAX_ROUNDS) {
        return;
      }
    }
  }

  /** Follows what the tap has delivered, and returns whether there was anything. */
  boolean catchUp(Runnable cancelCheck) {
    Tap.Delivery delivery = tap.take();
    if (delivery == null) {
      return false;
    }
    cancelCheck.run();
    fill.follow(delivery.before(), delivery.deltas(), cancelCheck);
    return true;
  }

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
