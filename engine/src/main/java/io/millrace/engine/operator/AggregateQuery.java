package io.millrace.engine.operator;

import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.engine.expr.OrderedValues;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hash aggregation of a whole bag: O(rows) time, O(groups, distinct values, and all values of
 * ordered calls that read more than the first) memory; those values are sorted.
 */
final class AggregateQuery {
  private final Grouping grouping;
  private final EvaluateContext context;

  /** What is wanted of each projection, by its trace. */
  private final GroupValues.Wanted[] wanted;

  /** The keys of each projection that somebody wants, null for others. */
  private final @Nullable KeyFormat[] keys;

  private final Map<ByteBuffer, Group> groups = new LinkedHashMap<>();

  AggregateQuery(Grouping grouping, EvaluateContext context) {
    this.grouping = grouping;
    this.context = context;
    this.wanted = new GroupValues.Wanted[grouping.traces().size()];
    this.keys = new @Nullable KeyFormat[wanted.length];
    Arrays.fill(wanted, GroupValues.Wanted.NOTHING);
    for (Grouping.Kept kept : grouping.calls()) {
      if (kept.trace() >= 0) {
        wanted[kept.trace()] = wanted[kept.trace()].and(kept);
        keys[kept.trace()] = kept.key();
      }
    }
  }

  /** One group: its accumulators and its values by projection. */
  private final class Group {
    private final GroupState state = new GroupState(grouping, null);
    private final @Nullable GroupValues[] values = new @Nullable GroupValues[wanted.length];

    void add(byte[] row, long weight) {
      state.addRow(row, weight);
      for (int trace = 0; trace < keys.length; trace++) {
        KeyFormat format = keys[trace];
        byte[] key = format == null ? null : format.key(row);
        if (key != null && values(trace).add(key, weight)) {
          addDistinct(trace, key);
        }
      }
    }

    private GroupValues values(int trace) {
      GroupValues known = values[trace];
      if (known == null) {
        known = new GroupValues(wanted[trace]);
        values[trace] = known;
      }
      return known;
    }

    private void addDistinct(int trace, byte[] key) {
      for (int call = 0; call < grouping.calls().size(); call++) {
        Grouping.Kept kept = grouping.calls().get(call);
        if (kept.trace() == trace && !kept.isOrdered()) {
          state.addValue(call, kept.input(key), 1);
        }
      }
    }

    private OrderedValues read(int call) {
      Grouping.Kept kept = grouping.calls().get(call);
      ZSet read = values(kept.trace()).read(kept);
      long size = kept.call().distinct() ? read.size() : state.size(call);
      return new KeptValues(kept, new ZSetCursor(read), size, context::checkCanceled);
    }

    byte[] outputRow(byte[] group) {
      return state.outputRow(group, this::read);
    }
  }

  /**
   * The groups' output rows.
   *
   * @param always whether there is one group even over nothing
   */
  Cursor run(Input input, boolean always) {
    if (always) {
      groups.put(ByteBuffer.wrap(new byte[0]), new Group());
    }
    Cursor rows = input.open();
    while (rows.next()) {
      context.checkCanceled();
      byte[] key = grouping.groupKey().key(rows.row());
      if (key == null) {
        throw new AssertionError("a group's key has only tagged columns");
      }
      groups.computeIfAbsent(ByteBuffer.wrap(key), k -> new Group()).add(rows.row(), rows.weight());
    }
    return new GroupCursor(groups.entrySet().iterator());
  }

  private static final class GroupCursor implements Cursor {
    private final Iterator<Map.Entry<ByteBuffer, Group>> groups;
    private byte[] row = {};

    GroupCursor(Iterator<Map.Entry<ByteBuffer, Group>> groups) {
      this.groups = groups;
    }

    @Override
    public boolean next() {
      if (!groups.hasNext()) {
        return false;
      }
      Map.Entry<ByteBuffer, Group> group = groups.next();
      row = group.getValue().outputRow(group.getKey().array());
      return true;
    }

    @Override
    public byte[] row() {
      return row;
    }

    @Override
    public long weight() {
      return 1;
    }
  }
}
