package io.millrace.engine.query;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.PlanText;
import io.millrace.engine.plan.QueryPlan;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A plan as it would run: scans by the names of tables and columns, with their access paths. */
public final class Explanation {
  private Explanation() {}

  /** The plan's text, an operator a line, inputs below it. */
  public static String of(QueryPlan plan, SnapshotContext context) {
    return PlanText.of(plan, (node, above) -> describe(node, above, context));
  }

  private static String describe(PlanNode node, @Nullable PlanNode above, SnapshotContext context) {
    if (node.operator() instanceof ScalarAggregate aggregate && !filtersByParameter(node)) {
      return ExtremeRows.of(aggregate, node.inputs().get(0), context)
          .map(extremes -> aggregate.describe() + " " + extremes.describe())
          .orElseGet(aggregate::describe);
    }
    if (!(node.operator() instanceof Scan scan)) {
      return node.operator().describe();
    }
    Relation relation = context.catalog().require(scan.relationId());
    String columns =
        scan.columnIds().stream()
            .map(id -> relation.columns().get(relation.columnIds().indexOf(id)).name())
            .collect(Collectors.joining(", ", " (", ")"));
    String recomputed =
        relation instanceof View view && view.isSuspended() ? " recomputed: it is suspended" : "";
    return relation.name() + columns + path(scan, relation, above, context) + recomputed;
  }

  private static String path(
      Scan scan, Relation relation, @Nullable PlanNode above, SnapshotContext context) {
    if (above == null
        || !(above.operator() instanceof Filter filter)
        || hasParameter(filter.predicate())) {
      return "";
    }
    Optional<AccessPath> path = QueryRunner.path(filter, scan, relation, context);
    return path.map(found -> " by " + found.describe()).orElse("");
  }

  private static boolean filtersByParameter(PlanNode node) {
    return (node.operator() instanceof Filter filter && hasParameter(filter.predicate()))
        || node.inputs().stream().anyMatch(Explanation::filtersByParameter);
  }

  /** Which path a parameter's value gives is not known before the query runs. */
  private static boolean hasParameter(Expr expr) {
    return expr instanceof Parameter
        || expr.children().stream().anyMatch(Explanation::hasParameter);
  }
}
