package io.millrace.engine.commit;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import java.util.Map;

/**
 * Keeps stored weights far from the end of their 64 bits: a sum that leaves them would be found
 * only when the record is in the log already, and then at every opening again.
 *
 * <p>Only large weights are looked up, so the usual commit costs one comparison per row. Small ones
 * would need two thousand million commits to get from the limit to the end.
 */
final class WeightCheck {
  private static final long LIMIT = 1L << 62;
  private static final long SMALL = 1L << 31;

  private WeightCheck() {}

  /**
   * Refuses changes after which a weight would be out of range.
   *
   * @throws DatabaseException 22003
   */
  static void run(Snapshot before, Map<Integer, TraceChange> changes) {
    changes.forEach(
        (mapId, change) -> {
          if (change instanceof TraceChange.Add add) {
            run(before.trace(mapId), add.entries());
          }
        });
  }

  private static void run(Trace trace, ZSet entries) {
    for (int i = 0; i < entries.size(); i++) {
      long weight = entries.weight(i);
      if ((weight > SMALL || weight < -SMALL) && !isInRange(trace.weight(entries.row(i)), weight)) {
        throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception("The number of copies of a row", "2^62");
      }
    }
  }

  private static boolean isInRange(long stored, long added) {
    long sum = stored + added;
    boolean overflows = ((stored ^ sum) & (added ^ sum)) < 0;
    return !overflows && sum <= LIMIT && sum >= -LIMIT;
  }
}
