package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.SortColumn;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.sql.Marker;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY below the top: with a limit it chooses rows, ties going by all columns as written;
 * without one it means nothing.
 */
final class SortPlanner {
  private final PlanBuilder builder;

  SortPlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(Sort sort, ImmutableBitSet needed, List<Expr> predicates) {
    if (sort.fetch == null && sort.offset == null) {
      return builder.build(sort.getInput(), needed, predicates);
    }
    int fieldCount = sort.getRowType().getFieldCount();
    ImmutableBitSet all = ImmutableBitSet.range(fieldCount);
    Built input = builder.build(sort.getInput(), all, List.of());
    PlanNode top = topOf(builder.arranged(input, all.asList()), sort);
    return builder.filtered(Built.of(top, fieldCount, all), predicates);
  }

  /** The rows that the sort's offset and fetch leave of a plan with the sort's fields. */
  PlanNode topOf(PlanNode input, Sort sort) {
    List<SortColumn> order = new ArrayList<>();
    for (QueryPlan.SortKey key : keys(sort)) {
      order.add(new SortColumn(key.column(), key.descending(), key.nullsFirst()));
    }
    TopK.Counting counting =
        Marker.WITH_TIES.isOn(sort.fetch) ? TopK.Counting.ROWS_WITH_TIES : TopK.Counting.ROWS;
    return builder.nodes.node(
        new TopK(
            input.operator().outputType(), List.of(), order, offset(sort), fetch(sort), counting),
        input);
  }

  /** The sort's keys; NULLs come last ascending and first descending where nothing is said. */
  static List<QueryPlan.SortKey> keys(Sort sort) {
    List<QueryPlan.SortKey> keys = new ArrayList<>();
    for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
      boolean descending = field.direction.isDescending();
      boolean nullsFirst =
          switch (field.nullDirection) {
            case FIRST -> true;
            case LAST -> false;
            case UNSPECIFIED -> descending;
          };
      keys.add(new QueryPlan.SortKey(field.getFieldIndex(), descending, nullsFirst));
    }
    return keys;
  }

  /**
   * How many rows the sort skips.
   *
   * @throws DatabaseException 0A000 if that is no number
   */
  static long offset(Sort sort) {
    return constant(sort.offset, 0, "OFFSET");
  }

  /**
   * How many rows the sort leaves, without ties, {@link TopK#ALL} if it has no limit.
   *
   * @throws DatabaseException 0A000 if that is no number
   */
  static long fetch(Sort sort) {
    RexNode fetch = sort.fetch == null ? null : Marker.WITH_TIES.off(sort.fetch);
    return constant(fetch, TopK.ALL, "LIMIT");
  }

  private static long constant(@Nullable RexNode node, long absent, String clause) {
    if (node == null) {
      return absent;
    }
    if (node instanceof RexLiteral literal) {
      Long value = literal.getValueAs(Long.class);
      if (value != null && value >= 0) {
        return value;
      }
    }
    throw Unsupported.limit(clause);
  }
}
