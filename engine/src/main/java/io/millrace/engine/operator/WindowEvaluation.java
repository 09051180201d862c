package io.millrace.engine.operator;

import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes a window's calls over rows of one partition. Immutable. */
final class WindowEvaluation {
  /** A call over some rows; asked for one row after the other. */
  private interface Results {
    @Nullable Object of(int row);
  }

  private final WindowLayout layout;
  private final List<WindowCall> calls;
  private final RowType outputType;
  private final boolean tellsCopiesApart;

  WindowEvaluation(WindowLayout layout, List<WindowCall> calls, RowType outputType) {
    this.layout = layout;
    this.calls = calls;
    this.outputType = outputType;
    this.tellsCopiesApart = calls.stream().anyMatch(WindowCall::tellsCopiesApart);
  }

  boolean tellsCopiesApart() {
    return tellsCopiesApart;
  }

  /** What has been counted at the start of a partition. */
  WindowProgress start() {
    return new WindowProgress(calls, layout.type());
  }

  /** Adds the output rows that are asked for, with the sign. */
  void run(WindowRows rows, int sign, ZSetBuilder output) {
    Results[] results = new Results[calls.size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = results(calls.get(i), rows);
    }
    int width = layout.type().size();
    for (int row = rows.from(); row < rows.to(); row++) {
      @Nullable Object[] cells = Arrays.copyOf(rows.cells(row), width + results.length);
      for (int i = 0; i < results.length; i++) {
        cells[width + i] = results[i].of(row);
      }
      output.add(outputType.encode(cells), sign * rows.weight(row));
    }
  }

  private Results results(WindowCall call, WindowRows rows) {
    return switch (call.kind()) {
      case ROW_NUMBER -> row -> rows.before(row) + 1;
      case RANK -> row -> rows.before(rows.peersFrom(row)) + 1;
      case DENSE_RANK -> row -> rows.before().groups() + rows.group(row) + 1L;
      case PERCENT_RANK -> row -> percentRank(rows, row);
      case CUME_DIST -> row -> (double) rows.before(rows.peersTo(row)) / rows.before(rows.size());
      case NTILE -> buckets(call, rows);
      case LAG, LEAD -> new FrameValues(rows, call)::away;
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> values(call, rows);
      case AGGREGATE -> aggregate(call, rows);
    };
  }

  private static Object percentRank(WindowRows rows, int row) {
    long others = rows.before(rows.size()) - 1;
    return others == 0 ? 0.0 : (double) rows.before(rows.peersFrom(row)) / others;
  }

  private static Results buckets(WindowCall call, WindowRows rows) {
    Long count = rows.size() == 0 ? null : call.number(rows, 0);
    return row -> count == null ? null : bucket(rows.before(row), rows.before(rows.size()), count);
  }

  /** The first buckets have a row more than the last ones, where the rows don't go round. */
  private static Object bucket(long place, long count, long buckets) {
    long size = count / buckets;
    long larger = count % buckets;
    long inLarger = larger * (size + 1);
    return place < inLarger ? place / (size + 1) + 1 : larger + (place - inLarger) / size + 1;
  }

  private Results values(WindowCall call, WindowRows rows) {
    FrameRows frame = new FrameRows(rows, call.frame(), layout);
    FrameValues values = new FrameValues(rows, call);
    return row -> {
      frame.moveTo(row);
      return values.inFrame(frame, row);
    };
  }

  private Results aggregate(WindowCall call, WindowRows rows) {
    FrameRows frame = new FrameRows(rows, call.frame(), layout);
    FrameAggregate aggregate = new FrameAggregate(call, rows, layout.type(), frame);
    return row -> {
      frame.moveTo(row);
      return aggregate.result(row);
    };
  }
}
