package io.millrace.engine.operator;

import io.millrace.engine.circuit.TickContext;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.StateTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where calls that run from a partition's start can go on: a trace from the start of keys that a
 * group of peers has in common to a {@link WindowProgress} of all rows through that group. There is
 * one behind the group with which {@code spacing} rows have come since the last one or since the
 * partition's start. So the trace is a function of the bag, and one before a change stays as it is.
 *
 * <p>Of one tick; one thread at a time.
 */
final class WindowMilestones {
  private final WindowLayout layout;
  private final List<WindowCall> calls;
  private final int spacing;
  private final StateTrace stored;
  private final TreeMap<byte[], byte @Nullable []> staged = new TreeMap<>(RowOrder.COMPARATOR);

  WindowMilestones(WindowLayout layout, List<WindowCall> calls, int spacing, TickContext context) {
    this.layout = layout;
    this.calls = calls;
    this.spacing = spacing;
    this.stored = context.state(Window.MILESTONES);
  }

  /**
   * The last milestone before a row's group of peers.
   *
   * @param next the least key of rows behind it
   */
  record Start(WindowProgress progress, byte[] next) {}

  /** Where to start, to know all of a partition that comes before a row and its peers. */
  Start before(byte[] rowKey, byte[] partition) {
    StateCursor last = stored.descending(partition, groupOf(rowKey));
    if (!last.next()) {
      return new Start(new WindowProgress(calls, layout.type()), partition);
    }
    return new Start(
        new WindowProgress(calls, layout.type(), last.value()), KeyFormat.successor(last.key()));
  }

  private byte[] groupOf(byte[] rowKey) {
    return Arrays.copyOf(rowKey, layout.peerLength(rowKey));
  }

  /**
   * Replaces those that a change makes wrong.
   *
   * @param start before the first of the entries
   * @param entries all rows behind the start, to the partition's end
   */
  void renew(WindowProgress start, List<WindowEntry> entries, byte[] change, byte[] end) {
    byte[] changed = groupOf(change);
    TreeMap<byte[], byte[]> old = new TreeMap<>(RowOrder.COMPARATOR);
    StateCursor wrong = stored.range(changed, end);
    while (wrong.next()) {
      old.put(wrong.key(), wrong.value());
      staged.put(wrong.key(), null);
    }
    WindowProgress progress = start.copy();
    List<WindowEntry> present = entries.stream().filter(entry -> entry.after > 0).toList();
    int since = 0;
    for (int i = 0; i < present.size(); i++) {
      WindowEntry entry = present.get(i);
      progress.add(entry);
      since++;
      if (i + 1 < present.size() && present.get(i + 1).isPeerOf(entry)) {
        continue;
      }
      progress.endGroup();
      if (since >= spacing) {
        since = 0;
        put(groupOf(entry.key), changed, progress, old);
      }
    }
  }

  private void put(byte[] group, byte[] changed, WindowProgress progress, Map<byte[], byte[]> old) {
    if (Arrays.compareUnsigned(group, changed) < 0) {
      return;
    }
    byte[] state = progress.toBytes();
    if (Arrays.equals(state, old.get(group))) {
      staged.remove(group);
    } else {
      staged.put(group, state);
    }
  }

  void stage(TickContext context) {
    if (!staged.isEmpty()) {
      context.stage(Window.MILESTONES, staged);
    }
  }
}
