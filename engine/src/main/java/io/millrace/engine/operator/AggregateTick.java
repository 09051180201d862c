package io.millrace.engine.operator;

import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.expr.OrderedValues;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One tick of an aggregate: for each group that changed, retracts its old row and inserts its new
 * one, and stages its state. One thread at a time.
 */
final class AggregateTick {
  private final Grouping grouping;
  private final TickContext context;
  private final StateTrace states;
  private final ZSetBuilder output = new ZSetBuilder();
  private final TreeMap<byte[], byte @Nullable []> staged = new TreeMap<>(RowOrder.COMPARATOR);

  AggregateTick(Grouping grouping, TickContext context) {
    this.grouping = grouping;
    this.context = context;
    this.states = context.state(0);
  }

  /** All groups that changed; a group has a row while it has rows. */
  ZSet byGroup(ZSet delta) {
    IndexedZSet groups = IndexedZSet.of(delta, grouping.groupKey());
    for (int i = 0; i < groups.keyCount(); i++) {
      group(groups.key(i), groups.rows(i), false, false);
    }
    context.stage(0, staged);
    return output.build();
  }

  /** The one group of an aggregate without group columns, which always has a row. */
  ZSet whole(ZSet delta) {
    byte[] key = {};
    group(key, delta, !context.isFirst(), true);
    context.stage(0, staged);
    return output.build();
  }

  private void group(byte[] key, ZSet rows, boolean emptyHadRow, boolean emptyHasRow) {
    byte[] stored = states.get(key);
    GroupState state = new GroupState(grouping, stored);
    // Retract before insert: an equal old and new row must cancel to nothing.
    if (!state.isEmpty() || emptyHadRow) {
      output.add(state.outputRow(key, call -> values(call, key, state, false)), -1);
    }
    for (int i = 0; i < rows.size(); i++) {
      context.checkCanceled();
      state.addRow(rows.row(i), rows.weight(i));
    }
    addDistinctValues(key, state);
    if (!state.isEmpty() || emptyHasRow) {
      output.add(state.outputRow(key, call -> values(call, key, state, true)), 1);
    }
    byte[] changed = state.toBytes();
    if (changed != null || stored != null) {
      staged.put(key, changed);
    }
  }

  private void addDistinctValues(byte[] group, GroupState state) {
    for (int call = 0; call < grouping.calls().size(); call++) {
      Grouping.Kept kept = grouping.calls().get(call);
      if (kept.feed() == Grouping.Feed.DISTINCT_VALUES) {
        Trace weights = context.trace(kept.trace());
        ZSet changes = ofGroup(context.traceDelta(kept.trace()), group);
        for (int i = 0; i < changes.size(); i++) {
          long before = weights.weight(changes.row(i));
          long after = Math.addExact(before, changes.weight(i));
          if (before > 0 != after > 0) {
            state.addValue(call, kept.input(changes.row(i)), after > 0 ? 1 : -1);
          }
        }
      }
    }
  }

  private static ZSet ofGroup(ZSet changes, byte[] group) {
    byte[] end = KeyFormat.successor(group);
    return changes.slice(
        place(changes, group), end.length == 0 ? changes.size() : place(changes, end));
  }

  private static int place(ZSet changes, byte[] bytes) {
    int index = changes.indexOf(bytes);
    return index < 0 ? -index - 1 : index;
  }

  /** The values of an ordered call, as they were before the tick or as they are after it. */
  private OrderedValues values(int call, byte[] group, GroupState state, boolean after) {
    Grouping.Kept kept = grouping.calls().get(call);
    Trace values = after ? context.newTrace(kept.trace()) : context.trace(kept.trace());
    return new KeptValues(kept, values.cursor(group), state.size(call), context::checkCanceled);
  }
}
