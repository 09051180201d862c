package io.millrace.engine.operator;

import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.trace.Cursor;

/** The rows of an {@link Apply}: those of one left row after the other. Lazy. */
final class ApplyCursor implements Cursor {
  private final Cursor lefts;
  private final AppliedPlan.Run plan;
  private final ApplyPairs.Started pairs;
  private final Runnable checkCanceled;
  private Cursor current = Cursors.EMPTY;

  ApplyCursor(
      Cursor lefts, AppliedPlan.Run plan, ApplyPairs.Started pairs, Runnable checkCanceled) {
    this.lefts = lefts;
    this.plan = plan;
    this.pairs = pairs;
    this.checkCanceled = checkCanceled;
  }

  @Override
  public boolean next() {
    while (!current.next()) {
      checkCanceled.run();
      if (!lefts.next()) {
        return false;
      }
      byte[] left = lefts.row();
      current = new ZSetCursor(pairs.of(left, plan.rows(left)));
    }
    return true;
  }

  @Override
  public byte[] row() {
    return current.row();
  }

  @Override
  public long weight() {
    return Math.multiplyExact(lefts.weight(), current.weight());
  }
}
