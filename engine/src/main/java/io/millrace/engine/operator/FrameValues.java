package io.millrace.engine.operator;

import org.jspecify.annotations.Nullable;

/**
 * Finds the n-th value of a frame, or n rows away: O(log rows), over sums of how many rows count.
 * One thread at a time.
 */
final class FrameValues {
  private final WindowRows rows;
  private final WindowCall call;

  /** How many copies that count stand before each row; one more element for all. */
  private final long[] counted;

  FrameValues(WindowRows rows, WindowCall call) {
    this.rows = rows;
    this.call = call;
    counted = new long[rows.size() + 1];
    for (int row = 0; row < rows.size(); row++) {
      counted[row + 1] = Math.addExact(counted[row], counts(row) ? rows.weight(row) : 0);
    }
  }

  private boolean counts(int row) {
    return !call.ignoreNulls() || rows.cell(row, call.argument()) != null;
  }

  /** FIRST_VALUE, LAST_VALUE, NTH_VALUE. */
  @Nullable Object inFrame(FrameRows frame, int row) {
    long first = counted[frame.middleFrom] - counted[frame.from];
    long own = counts(row) ? frame.own : 0;
    long second = counted[frame.to] - counted[frame.middleTo];
    long n =
        switch (call.kind()) {
          case FIRST_VALUE -> 1;
          case LAST_VALUE -> first + own + second;
          default -> number(row);
        };
    if (n <= 0 || n > first + own + second) {
      return null;
    }
    if (n <= first) {
      return nth(counted[frame.from] + n);
    }
    return n <= first + own
        ? rows.cell(row, call.argument())
        : nth(counted[frame.middleTo] + n - first - own);
  }

  /** Which value, 0 for none. */
  private long number(int row) {
    Long number = call.number(rows, row);
    return number == null ? 0 : number;
  }

  /** LAG and LEAD. */
  @Nullable Object away(int row) {
    Long number = call.number(rows, row);
    if (number == null) {
      return null;
    }
    long back = call.rowsBack(number);
    if (back == 0) {
      return rows.cell(row, call.argument());
    }
    return nth(back > 0 ? counted[row] - back + 1 : counted[row + 1] - back);
  }

  /** The n-th of all rows that count, from 1. */
  private @Nullable Object nth(long n) {
    if (n <= 0 || n > counted[rows.size()]) {
      return null;
    }
    int low = 0;
    int high = rows.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (counted[middle + 1] >= n) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return rows.cell(low, call.argument());
  }
}
