package io.millrace.engine.operator;

import org.jspecify.annotations.Nullable;

/**
 * The rows of a frame as the current row moves on: two stretches, which exclusion leaves, and
 * between them copies of the current row. One thread at a time.
 */
final class FrameRows {
  private final WindowRows rows;
  private final WindowLayout layout;
  private WindowFrame frame;

  /** Where the bounds stand: near those of the next row, seldom behind them. */
  private int start;

  private int end;

  int from;
  int middleFrom;
  int middleTo;
  int to;

  /** Copies of the current row between the two stretches. */
  long own;

  FrameRows(WindowRows rows, WindowFrame frame, WindowLayout layout) {
    this.rows = rows;
    this.frame = frame;
    this.layout = layout;
  }

  /** Moves to the frame of a row: {@code [from, middleFrom)} and {@code [middleTo, to)}. */
  void moveTo(int row) {
    frame = frame.of(column -> rows.cell(row, column));
    start = start(row);
    end = end(row);
    int limit = Math.max(start, end);
    from = start;
    to = limit;
    middleFrom = limit;
    middleTo = limit;
    own = 0;
    switch (frame.exclusion()) {
      case NO_OTHERS -> {}
      case CURRENT_ROW -> exclude(row, row + 1, rows.weight(row) - 1);
      case GROUP -> exclude(rows.peersFrom(row), rows.peersTo(row), 0);
      case TIES -> {
        boolean inside = start <= row && row < limit;
        exclude(rows.peersFrom(row), rows.peersTo(row), inside ? 1 : 0);
      }
    }
  }

  private void exclude(int first, int last, long copies) {
    middleFrom = Math.max(from, Math.min(first, to));
    middleTo = Math.max(middleFrom, Math.min(last, to));
    own = middleFrom < middleTo ? copies : 0;
  }

  private int start(int row) {
    WindowFrame.Bound bound = frame.lower();
    if (bound.isFirst()) {
      return 0;
    }
    return switch (frame.unit()) {
      case ROWS -> shifted(row, bound.distance(), rows.size());
      case GROUPS -> rows.groupStart(shifted(rows.group(row), bound.distance(), rows.groupCount()));
      case RANGE -> bound.offset() == null ? rows.peersFrom(row) : offsetStart(row, bound);
    };
  }

  private int end(int row) {
    WindowFrame.Bound bound = frame.upper();
    if (bound.isLast()) {
      return rows.size();
    }
    return switch (frame.unit()) {
      case ROWS -> shifted(row + 1, bound.distance(), rows.size());
      case GROUPS ->
          rows.groupStart(shifted(rows.group(row) + 1, bound.distance(), rows.groupCount()));
      case RANGE -> bound.offset() == null ? rows.peersTo(row) : offsetEnd(row, bound);
    };
  }

  /** A place moved, but not beyond 0 and the limit. */
  private static int shifted(int place, long distance, int limit) {
    long clamped = Math.max(-(long) limit - 1, Math.min(distance, (long) limit + 1));
    return (int) Math.max(0, Math.min(place + clamped, limit));
  }

  private int offsetStart(int row, WindowFrame.Bound bound) {
    return base(row) == null ? rows.peersFrom(row) : first(start, 0, row, bound);
  }

  private int offsetEnd(int row, WindowFrame.Bound bound) {
    return base(row) == null ? rows.peersTo(row) : first(end, 1, row, bound);
  }

  /**
   * The first row that stands so against the bound of another one, sought from a row near it. Both
   * ways, since an offset in months may take a later time to an earlier one: 30 March 23:00 less a
   * month is 28 February 23:00, but 31 March 01:00 is 28 February 01:00.
   */
  private int first(int near, int least, int row, WindowFrame.Bound bound) {
    int at = near;
    while (at > 0 && place(at - 1, row, bound) >= least) {
      at--;
    }
    while (at < rows.size() && place(at, row, bound) < least) {
      at++;
    }
    return at;
  }

  private @Nullable Object base(int row) {
    return rows.cell(row, layout.rangeColumn().column());
  }

  /** Where a row stands against the bound of another one, in the order: negative before it. */
  private int place(int at, int row, WindowFrame.Bound bound) {
    SortColumn column = layout.rangeColumn();
    Object value = rows.cell(at, column.column());
    Object base = rows.cell(row, column.column());
    if (value == null || base == null || bound.offset() == null) {
      return column.nullsFirst() ? -1 : 1;
    }
    int up = bound.distance() > 0 ? 1 : -1;
    int direction = column.descending() ? -1 : 1;
    return direction * bound.offset().compare(value, base, direction * up);
  }
}
