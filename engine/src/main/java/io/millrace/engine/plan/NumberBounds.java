package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Search;
import io.millrace.engine.operator.TopK;

/** The range of ranks, counted from 1, that predicates leave. One thread at a time. */
final class NumberBounds {
  private long first = 1;
  private long last = TopK.ALL;
  private boolean any;

  /** Takes a predicate that compares the field with an integer; false if it is none. */
  boolean add(Expr predicate, int field) {
    if (predicate instanceof Search search) {
      return addRange(search, field);
    }
    if (!(predicate instanceof Comparison comparison)
        || !(comparison.left() instanceof ColumnRef column)
        || column.index() != field
        || !(comparison.right() instanceof Literal constant)
        || !(constant.value() instanceof Long bound)) {
      return false;
    }
    switch (comparison.operator()) {
      case EQUAL -> {
        first = Math.max(first, bound);
        last = Math.min(last, bound);
      }
      case LESS -> last = Math.min(last, bound == Long.MIN_VALUE ? bound : bound - 1);
      case LESS_OR_EQUAL -> last = Math.min(last, bound);
      case GREATER -> first = Math.max(first, bound == Long.MAX_VALUE ? bound : bound + 1);
      case GREATER_OR_EQUAL -> first = Math.max(first, bound);
      case NOT_EQUAL -> {
        return false;
      }
    }
    any = true;
    return true;
  }

  private boolean addRange(Search search, int field) {
    if (!(search.operand() instanceof ColumnRef column)
        || column.index() != field
        || search.ranges().size() != 1
        || search.nullAs() == Search.NullAs.TRUE) {
      return false;
    }
    Search.Range range = search.ranges().get(0);
    if (range.lower() instanceof Long bound) {
      first = Math.max(first, range.lowerIncluded() || bound == Long.MAX_VALUE ? bound : bound + 1);
    }
    if (range.upper() instanceof Long bound) {
      last = Math.min(last, range.upperIncluded() || bound == Long.MIN_VALUE ? bound : bound - 1);
    }
    any = true;
    return true;
  }

  /** Whether there was any bound. */
  boolean any() {
    return any;
  }

  /** Whether the ranks that are left are those of a {@link TopK} that counts so. */
  boolean fits(TopK.Counting counting) {
    return counting == TopK.Counting.ROWS || offset() == 0;
  }

  /** The greatest rank that is left, or {@link TopK#ALL}. */
  long last() {
    return last;
  }

  /** How many rows are before the first. */
  long offset() {
    return first - 1;
  }

  /** How many rows are left at most. */
  long fetch() {
    if (last == TopK.ALL) {
      return TopK.ALL;
    }
    return Math.max(0, last - first + 1);
  }
}
