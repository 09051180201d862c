package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/**
 * A plan with the kept views that it reads replaced by their own plans, down to tables: so a query
 * over tables finds a view on a view, even where the view between would not serve it.
 */
final class ViewExpansion {
  private final Catalog catalog;
  private final Function<View, PlanNode> plans;
  private final IdentityHashMap<PlanNode, PlanNode> known = new IdentityHashMap<>();

  ViewExpansion(Catalog catalog, Function<View, PlanNode> plans) {
    this.catalog = catalog;
    this.plans = plans;
  }

  PlanNode expand(PlanNode node) {
    PlanNode expanded = known.get(node);
    if (expanded == null) {
      expanded = expandNew(node);
      known.put(node, expanded);
    }
    return expanded;
  }

  private PlanNode expandNew(PlanNode node) {
    if (node.operator() instanceof Scan scan
        && catalog.require(scan.relationId()) instanceof View view) {
      return columns(scan, view, expand(plans.apply(view)));
    }
    return node.inputs().isEmpty()
        ? node
        : new PlanNode(node.operator(), node.inputs().stream().map(this::expand).toList());
  }

  private static PlanNode columns(Scan scan, View view, PlanNode rows) {
    List<Expr> columns = new ArrayList<>();
    for (int i = 0; i < scan.columnIds().size(); i++) {
      int position = view.columnIds().indexOf(scan.columnIds().get(i));
      columns.add(Exprs.column(position, scan.outputType().column(i)));
    }
    return new PlanNode(new Map(rows.operator().outputType(), columns), List.of(rows));
  }
}
