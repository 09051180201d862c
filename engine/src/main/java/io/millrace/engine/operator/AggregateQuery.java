package io.millrace.engine.operator;

import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.storage.trace.Cursor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hash aggregation of a whole bag: O(rows) time, O(groups and distinct values) memory. */
final class AggregateQuery {
  private final Grouping grouping;
  private final EvaluateContext context;
  private final Map<ByteBuffer, Group> groups = new LinkedHashMap<>();

  AggregateQuery(Grouping grouping, EvaluateContext context) {
    this.grouping = grouping;
    this.context = context;
  }

  /** One group: its accumulators, the first key of each extreme, the keys seen by DISTINCT. */
  private final class Group {
    private final GroupState state = new GroupState(grouping, null);
    private final byte[] @Nullable [] first = new byte[grouping.calls().size()] @Nullable [];
    private final @Nullable Set<ByteBuffer>[] seen = newSets(first.length);

    void add(byte[] row, long weight) {
      state.addRow(row, weight);
      for (int call = 0; call < first.length; call++) {
        Grouping.Kept kept = grouping.calls().get(call);
        byte[] key = kept.key() == null ? null : kept.key().key(row);
        if (key != null && kept.method() == Grouping.Method.DISTINCT) {
          addDistinct(call, kept, key);
        } else if (key != null) {
          byte[] best = first[call];
          first[call] = best == null || Arrays.compareUnsigned(key, best) < 0 ? key : best;
        }
      }
    }

    private void addDistinct(int call, Grouping.Kept kept, byte[] key) {
      Set<ByteBuffer> keys = seen[call];
      if (keys == null) {
        keys = new HashSet<>();
        seen[call] = keys;
      }
      if (keys.add(ByteBuffer.wrap(key))) {
        state.addValue(call, grouping.value(kept, key), 1);
      }
    }

    byte[] outputRow(byte[] group) {
      @Nullable Object[] extremes = new @Nullable Object[first.length];
      for (int call = 0; call < first.length; call++) {
        byte[] key = first[call];
        extremes[call] = key == null ? null : grouping.value(grouping.calls().get(call), key);
      }
      return state.outputRow(group, extremes);
    }
  }

  private static @Nullable Set<ByteBuffer>[] newSets(int size) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // generic arrays cannot be made
    @Nullable Set<ByteBuffer>[] sets = (Set<ByteBuffer>[]) new Set[size];
    return sets;
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
