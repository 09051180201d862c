package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.Window;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a view without what its window functions say of them. A window adds columns to each
 * row of its input and drops none, so a query that asks for those rows finds them in the view.
 */
final class WindowInput {
  private WindowInput() {}

  /** A plan without windows, and for each of its columns whether it came of one. */
  private record Bare(PlanNode node, List<Boolean> ofWindows) {}

  /** The view without its windows, if those stand on top and do not decide which rows it has. */
  static Optional<Candidate> of(View view, PlanNode root, Catalog catalog) {
    Bare bare = bare(root);
    if (bare == null) {
      return Optional.empty();
    }
    Block block = BlockReader.read(bare.node(), catalog);
    List<Expr> outputs = new ArrayList<>();
    for (int i = 0; i < block.outputs().size(); i++) {
      Expr output = block.outputs().get(i);
      // No query looks for a constant in a view.
      outputs.add(bare.ofWindows().get(i) ? nothing(output.type()) : output);
    }
    Block rows =
        new Block(block.leaves(), block.columns(), block.conjuncts(), block.group(), outputs);
    return Optional.of(new Candidate(view, rows, List.of()));
  }

  private static Expr nothing(ColumnType type) {
    return Exprs.literal(null, type.withNullable(true));
  }

  /** The plan with NULL for the results of its windows; null if it has none on top. */
  private static @Nullable Bare bare(PlanNode node) {
    if (node.operator() instanceof Window window) {
      return withoutCalls(window, node.inputs().get(0));
    }
    if (!(node.operator() instanceof Map || node.operator() instanceof Filter)) {
      return null;
    }
    Bare below = bare(node.inputs().get(0));
    if (below == null) {
      return null;
    }
    PlanNode above = new PlanNode(node.operator(), List.of(below.node()));
    if (node.operator() instanceof Map map) {
      return new Bare(above, map.expressions().stream().map(e -> reads(e, below)).toList());
    }
    boolean decides = reads(((Filter) node.operator()).predicate(), below);
    return decides ? null : new Bare(above, below.ofWindows());
  }

  private static boolean reads(Expr expr, Bare below) {
    return Exprs.columns(expr).stream().anyMatch(below.ofWindows()::get);
  }

  private static Bare withoutCalls(Window window, PlanNode input) {
    Bare inner = bare(input);
    PlanNode rows = inner == null ? input : inner.node();
    RowType type = rows.operator().outputType();
    List<Expr> columns = new ArrayList<>(BlockReader.identity(type));
    List<Boolean> ofWindows = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      ofWindows.add(inner != null && inner.ofWindows().get(i));
    }
    for (int i = type.size(); i < window.outputType().size(); i++) {
      columns.add(nothing(window.outputType().column(i)));
      ofWindows.add(true);
    }
    return new Bare(new PlanNode(new Map(type, columns), List.of(rows)), ofWindows);
  }
}
