package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.view.Circuits;
import io.millrace.engine.view.FillTarget;
import io.millrace.engine.view.ViewFill;
import io.millrace.storage.store.Snapshot;

/** Fills a new view while commits go on. */
final class ViewCreation extends Creation {
  private final ViewFill fill;

  ViewCreation(FillTarget target, Circuits circuits, View view, Catalog catalog) {
    super("Filling", "view \"" + view.name() + "\"", new Tap(view.dependencies()));
    this.fill = new ViewFill(target, circuits, view, catalog);
  }

  @Override
  void fill(Snapshot source, Runnable cancelCheck, Progress progress) {
    fill.run(source, cancelCheck, progress);
  }

  @Override
  void follow(Tap.Delivery delivery, Runnable cancelCheck) {
    fill.follow(delivery.before(), delivery.deltas(), cancelCheck);
  }
}
