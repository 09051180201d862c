package io.millrace.engine.operator;

import io.millrace.engine.circuit.TickContext;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One tick of a window: finds the stretches of touched partitions whose results may change, and
 * computes them over the old rows and over the new ones. One thread at a time.
 *
 * <p>A stretch is found around changes: back from the first one as long as rows look on to it, then
 * on from the last one as long as rows look back at it. Around it stands what its own rows look at.
 * Where that comes to the next change, the stretch goes on to there: so no row is in two stretches.
 */
final class WindowTick {
  private final WindowLayout layout;
  private final List<WindowReach> back;

  /** What is read before the first row to compute, besides what milestones have counted. */
  private final List<WindowReach> read;

  private final @Nullable WindowMilestones milestones;
  private final List<WindowReach> on;
  private final WindowEvaluation evaluation;
  private final TickContext context;
  private final Trace trace;
  private final ZSet changes;
  private final ZSetBuilder output = new ZSetBuilder();

  WindowTick(
      WindowLayout layout,
      List<WindowReach> back,
      List<WindowReach> read,
      List<WindowReach> on,
      @Nullable WindowMilestones milestones,
      WindowEvaluation evaluation,
      TickContext context) {
    this.layout = layout;
    this.read = read;
    this.milestones = milestones;
    this.back = back;
    this.on = on;
    this.evaluation = evaluation;
    this.context = context;
    this.trace = context.trace(0);
    this.changes = context.traceDelta(0);
  }

  ZSet run() {
    int next = 0;
    while (next < changes.size()) {
      context.checkCanceled();
      next = stretch(next);
    }
    if (milestones != null) {
      milestones.stage(context);
    }
    return output.build();
  }

  /** Computes the stretch that begins around a change, and returns the first change behind it. */
  private int stretch(int first) {
    WindowEntry change = new WindowEntry(layout, changes.row(first), 0, changes.weight(first));
    byte[] start = layout.partitionOf(change.key);
    Stretch stretch = new Stretch();
    stretch.goBack(change, start);
    if (milestones != null) {
      stretch.goBackTo(milestones.before(stretch.firstKey(change), start), change);
    }
    byte[] end = KeyFormat.successor(start);
    int next = stretch.goOn(first, end);
    // Retract before insert: an equal old and new row must cancel to nothing.
    evaluation.run(stretch.rows(false), -1, output);
    evaluation.run(stretch.rows(true), 1, output);
    if (milestones != null) {
      milestones.renew(stretch.before, stretch.entries, change.key, end);
    }
    return next;
  }

  /** Entries of a partition, some of them before and behind those whose results may change. */
  private final class Stretch {
    private final List<WindowEntry> entries = new ArrayList<>();
    private WindowProgress before = evaluation.start();
    private int from;
    private int to;

    void goBack(WindowEntry change, byte[] start) {
      if (change.key.length == 0) {
        // A row without columns is the only one; as an end its key would mean that there is none.
        return;
      }
      WindowCursor cursor = WindowCursor.descending(layout, trace, changes, start, change.key);
      WindowWalk affected = new WindowWalk(on, false);
      affected.reset(change);
      WindowWalk seen = new WindowWalk(read, true);
      seen.reset(change);
      boolean inside = true;
      int count = 0;
      while (cursor.next()) {
        context.checkCanceled();
        WindowEntry entry = cursor.entry();
        if (inside && affected.reaches(entry)) {
          count++;
          seen.reset(entry);
        } else if (seen.reaches(entry)) {
          inside = false;
        } else {
          break;
        }
        entries.add(entry);
      }
      Collections.reverse(entries);
      from = entries.size() - count;
    }

    byte[] firstKey(WindowEntry change) {
      return entries.isEmpty() ? change.key : entries.get(0).key;
    }

    /** Reads on back to a milestone. */
    void goBackTo(WindowMilestones.Start start, WindowEntry change) {
      before = start.progress();
      List<WindowEntry> more = new ArrayList<>();
      WindowCursor cursor =
          WindowCursor.ascending(layout, trace, changes, start.next(), firstKey(change));
      while (cursor.next()) {
        context.checkCanceled();
        more.add(cursor.entry());
      }
      entries.addAll(0, more);
      from += more.size();
    }

    int goOn(int first, byte[] end) {
      int next = first;
      WindowCursor cursor = WindowCursor.ascending(layout, trace, changes, changes.row(first), end);
      WindowWalk affected = new WindowWalk(back, false);
      WindowWalk seen = new WindowWalk(on, true);
      boolean inside = true;
      while (cursor.next()) {
        context.checkCanceled();
        WindowEntry entry = cursor.entry();
        if (entry.isChanged() && (inside || seen.reaches(entry))) {
          inside = true;
          next++;
          affected.reset(entry);
        } else if (inside && affected.reaches(entry)) {
          // The results of this row may change.
        } else if (!entry.isChanged() && seen.reaches(entry)) {
          inside = false;
        } else {
          break;
        }
        entries.add(entry);
        if (inside) {
          to = entries.size();
          seen.reset(entry);
        }
      }
      return next;
    }

    WindowRows rows(boolean after) {
      return new WindowRows(evaluation.tellsCopiesApart(), before, entries, from, to, after);
    }
  }
}
