package io.millrace.engine.query;

import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.query.RowOrdering.SortedRow;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A walk in the order of ORDER BY. The first {@code next()} reads the whole source; with a limit
 * only that many rows are kept (O(n log limit)), else all (O(n log n), in memory).
 */
final class SortedCursor implements Cursor {
  /** A limit above this sorts everything rather than keeping a heap. */
  private static final long MAX_HEAP_ROWS = 100_000;

  private final Cursor source;
  private final RowOrdering ordering;
  private final long limit;
  private final EvaluateContext context;
  private List<SortedRow> rows = List.of();
  private int position = -1;
  private boolean sorted;

  /** The {@code limit} first rows (duplicates counted) in order; a negative limit means all. */
  SortedCursor(Cursor source, RowOrdering ordering, long limit, EvaluateContext context) {
    this.source = source;
    this.ordering = ordering;
    this.limit = limit;
    this.context = context;
  }

  @Override
  public boolean next() {
    if (!sorted) {
      rows = limit >= 0 && limit <= MAX_HEAP_ROWS ? first() : all();
      sorted = true;
    }
    return ++position < rows.size();
  }

  private List<SortedRow> all() {
    List<SortedRow> collected = new ArrayList<>();
    while (source.next()) {
      context.checkCanceled();
      collected.add(ordering.of(source.row(), source.weight()));
    }
    collected.sort(RowOrdering.COMPARATOR);
    return collected;
  }

  private List<SortedRow> first() {
    if (limit == 0) {
      return List.of();
    }
    // The greatest of the kept rows on top: it is the one that a smaller row drives out.
    PriorityQueue<SortedRow> kept = new PriorityQueue<>(RowOrdering.COMPARATOR.reversed());
    while (source.next()) {
      context.checkCanceled();
      SortedRow row = ordering.of(source.row(), source.weight());
      if (kept.size() < limit) {
        kept.add(row);
      } else if (RowOrdering.COMPARATOR.compare(row, kept.element()) < 0) {
        kept.remove();
        kept.add(row);
      }
    }
    List<SortedRow> collected = new ArrayList<>(kept);
    collected.sort(RowOrdering.COMPARATOR);
    return collected;
  }

  @Override
  public byte[] row() {
    return rows.get(position).row();
  }

  @Override
  public long weight() {
    return rows.get(position).weight();
  }
}
