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
import java.util.concurrent.locks.Lock;

/**
 * Fills a new view while commits go on: from a snapshot, with a tap on what commits change since;
 * then it catches up, at the end under the commit lock, and stands where the database stands.
 *
 * <p>Commits wait only while a tick's changes are applied to the view's own maps, and for the last
 * deliveries of the tap.
 */
final class ViewCreation implements FillTarget {
  private final Store store;
  private final Lock lock;
  private final ViewFill fill;
  private final Tap tap;

  ViewCreation(Store store, Lock lock, Circuits circuits, View view, Catalog catalog, Tap tap) {
    this.store = store;
    this.lock = lock;
    this.fill = new ViewFill(this, circuits, view, catalog);
    this.tap = tap;
  }

  /** Fills from a snapshot that the tap goes on from, and follows what has been delivered. */
  void run(Snapshot source, Runnable cancelCheck) {
    fill.run(source, cancelCheck);
    catchUp(cancelCheck);
  }

  /** Follows every commit that the tap has delivered. */
  void catchUp(Runnable cancelCheck) {
    Tap.Delivery delivery = tap.poll();
    while (delivery != null) {
      cancelCheck.run();
      fill.follow(delivery.before(), delivery.deltas(), cancelCheck);
      delivery = tap.poll();
    }
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
      changes.forEach(store::apply);
    } finally {
      lock.unlock();
    }
  }
}
