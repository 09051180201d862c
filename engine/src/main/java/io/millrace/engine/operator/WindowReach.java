package io.millrace.engine.operator;

import io.millrace.engine.expr.RangeOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far from a row those may stand that its results hang on, looking back or on. Such a row is
 * one that a change there affects, so this bounds what a tick computes again, and what it has to
 * read around that. May say too much, never too little.
 */
sealed interface WindowReach {
  /** Measures the way from an anchor to entries behind it, in either direction. */
  interface Meter {
    /** Starts at an entry. */
    default void reset(WindowEntry anchor) {}

    /** Takes an entry to be on the way. */
    default void pass(WindowEntry entry) {}

    /**
     * Whether of two rows, the anchor and one behind all that have passed, one is in the reach of
     * the other.
     */
    boolean covers(WindowEntry looking, WindowEntry seen, WindowEntry entry);
  }

  Meter meter();

  /** To the partition's end on that side. */
  record Whole() implements WindowReach {
    @Override
    public Meter meter() {
      return (looking, seen, entry) -> true;
    }
  }

  /**
   * So many rows.
   *
   * @param counted the column in which NULL keeps a row from being counted, or −1
   */
  record Rows(long count, int counted) implements WindowReach {
    @Override
    public Meter meter() {
      return new Meter() {
        private long before;
        private long after;

        @Override
        public void reset(WindowEntry anchor) {
          before = 0;
          after = 0;
        }

        @Override
        public void pass(WindowEntry entry) {
          if (counted < 0 || entry.cell(counted) != null) {
            before = Math.addExact(before, entry.before);
            after = Math.addExact(after, entry.after);
          }
        }

        @Override
        public boolean covers(WindowEntry looking, WindowEntry seen, WindowEntry entry) {
          return before < count || after < count;
        }
      };
    }
  }

  /** The own group of peers, and so many others. */
  record Groups(long count) implements WindowReach {
    @Override
    public Meter meter() {
      return new Meter() {
        private final GroupCount before = new GroupCount();
        private final GroupCount after = new GroupCount();

        @Override
        public void reset(WindowEntry anchor) {
          before.reset(anchor);
          after.reset(anchor);
        }

        @Override
        public void pass(WindowEntry entry) {
          if (entry.before != 0) {
            before.pass(entry);
          }
          if (entry.after != 0) {
            after.pass(entry);
          }
        }

        @Override
        public boolean covers(WindowEntry looking, WindowEntry seen, WindowEntry entry) {
          return before.to(entry) <= count || after.to(entry) <= count;
        }
      };
    }
  }

  /** The steps from one group to the next. */
  final class GroupCount {
    private long steps;
    private @Nullable WindowEntry last;

    void reset(WindowEntry anchor) {
      steps = 0;
      last = anchor;
    }

    void pass(WindowEntry entry) {
      steps = to(entry);
      last = entry;
    }

    long to(WindowEntry entry) {
      return Objects.requireNonNull(last).isPeerOf(entry) ? steps : steps + 1;
    }
  }

  /** An offset in the value of the order's column, in its direction, 1, or against it, −1. */
  record Range(RangeOffset offset, int direction, SortColumn column) implements WindowReach {
    @Override
    public Meter meter() {
      return (looking, seen, entry) -> {
        Object base = looking.cell(column.column());
        Object value = seen.cell(column.column());
        if (base == null || value == null) {
          return base == null && value == null;
        }
        int sign = column.descending() ? -direction : direction;
        return offset.reaches(value, base, sign);
      };
    }
  }

  /**
   * What calls look at before a row, but for those that go on from a milestone; null if they do
   * not, or if another call looks back to the partition's start or on to its end anyway.
   */
  static @Nullable List<WindowReach> besidesRunning(List<WindowCall> calls, WindowLayout layout) {
    List<WindowCall> others = calls.stream().filter(call -> !call.runs()).toList();
    boolean helps =
        others.size() < calls.size()
            && !layout.order().isEmpty()
            && !of(others, layout, false).contains(new Whole())
            && !of(calls, layout, true).contains(new Whole());
    return helps ? of(others, layout, false) : null;
  }

  /** What calls look at behind a row, if {@code on}, else before it. */
  static List<WindowReach> of(List<WindowCall> calls, WindowLayout layout, boolean on) {
    List<WindowReach> reaches = new ArrayList<>();
    for (WindowCall call : calls) {
      switch (call.kind()) {
        case ROW_NUMBER, RANK, DENSE_RANK -> {
          if (!on) {
            reaches.add(new Whole());
          }
        }
        case PERCENT_RANK, CUME_DIST, NTILE -> reaches.add(new Whole());
        case LAG, LEAD -> {
          long rows = on ? -call.rowsBack() : call.rowsBack();
          if (call.numberColumn() >= 0) {
            reaches.add(new Whole());
          } else if (rows > 0) {
            reaches.add(new Rows(rows, call.ignoreNulls() ? call.argument() : -1));
          }
        }
        case FIRST_VALUE, NTH_VALUE, AGGREGATE -> addFrame(call.frame(), layout, on, reaches);
        case LAST_VALUE -> addFrame(lastOnly(call), layout, on, reaches);
      }
    }
    return reaches.contains(new Whole())
        ? List.of(new Whole())
        : reaches.stream().distinct().toList();
  }

  /** Of a frame that starts with the partition, the last row hangs on its end alone. */
  private static WindowFrame lastOnly(WindowCall call) {
    WindowFrame frame = call.frame();
    WindowFrame.Bound end = frame.upper();
    boolean nearEnd = end.column() == null && (end.distance() >= 0 || end.offset() == null);
    return frame.lower().isFirst()
            && nearEnd
            && !call.ignoreNulls()
            && frame.exclusion() == WindowFrame.Exclusion.NO_OTHERS
        ? new WindowFrame(
            frame.unit(),
            end.distance() < 0 ? end : WindowFrame.Bound.CURRENT,
            end,
            frame.exclusion())
        : frame;
  }

  private static void addFrame(
      WindowFrame frame, WindowLayout layout, boolean on, List<WindowReach> reaches) {
    WindowFrame.Bound bound = on ? frame.upper() : frame.lower();
    long distance = on ? bound.distance() : -bound.distance();
    if (bound.column() != null || (on ? bound.isLast() : bound.isFirst())) {
      reaches.add(new Whole());
    } else if (frame.unit() == WindowFrame.Unit.ROWS) {
      if (distance > 0) {
        reaches.add(new Rows(distance, -1));
      }
    } else {
      if (distance > 0 && bound.offset() != null) {
        reaches.add(new Range(bound.offset(), on ? 1 : -1, layout.rangeColumn()));
      }
      // Peers always: the frame of a NULL is its peers, whatever the offsets are.
      reaches.add(new Groups(bound.offset() == null ? Math.max(0, distance) : 0));
    }
  }
}
