package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A planned query: the bag that its root computes, and the order in which a reader sees it.
 *
 * <p>The root's rows may carry columns beyond {@code visibleColumns} that only the order needs.
 * ORDER BY without LIMIT has no meaning in a view; a LIMIT at the top of a view is part of its bag
 * and then stands in the root as an operator.
 *
 * @param root the operators; its output type is the row type
 * @param columnNames names of the visible columns, in order
 * @param visibleColumns how many leading columns of the root's rows the reader sees
 * @param order the total order asked for, empty if none
 * @param offset how many rows to skip, or null
 * @param fetch how many rows to yield at most, or null
 * @param parameterTypes inferred types of the {@code ?} parameters
 * @param relationIds tables and incremental views that the query reads
 * @param expandedViewIds plain views that stand in the query as their own queries
 * @param volatileFunction the first function that isn't deterministic (with its position), or null
 */
public record QueryPlan(
    PlanNode root,
    List<String> columnNames,
    int visibleColumns,
    List<SortKey> order,
    @Nullable Expr offset,
    @Nullable Expr fetch,
    RowType parameterTypes,
    Set<Integer> relationIds,
    Set<Integer> expandedViewIds,
    @Nullable String volatileFunction) {

  /**
   * The same query over another plan of its rows.
   *
   * @param read the relations that the root reads
   */
  public QueryPlan withRoot(PlanNode other, Set<Integer> read) {
    return new QueryPlan(
        other,
        columnNames,
        visibleColumns,
        order,
        offset,
        fetch,
        parameterTypes,
        read,
        expandedViewIds,
        volatileFunction);
  }

  /** The same query, the root of which yields no more rows than are asked for. */
  public QueryPlan withoutLimit() {
    return new QueryPlan(
        root,
        columnNames,
        visibleColumns,
        order,
        null,
        null,
        parameterTypes,
        relationIds,
        expandedViewIds,
        volatileFunction);
  }

  /** One column of an order. NULLs come last ascending and first descending unless said. */
  public record SortKey(int column, boolean descending, boolean nullsFirst) {}
}
