package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.Window;
import io.millrace.engine.plan.PlanNode;
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

  /** The view without its windows, if it has some and they do not decide which rows it has. */
  static Optional<Candidate> of(View view, PlanNode root, Catalog catalog) {
    return Optional.ofNullable(Bare.of(root, WindowInput::withoutCalls))
        .map(bare -> bare.candidate(view, List.of(), catalog));
  }

  private static @Nullable Bare withoutCalls(PlanNode node) {
    if (!(node.operator() instanceof Window window)) {
      return null;
    }
    PlanNode input = node.inputs().get(0);
    Bare inner = Bare.of(input, WindowInput::withoutCalls);
    PlanNode rows = inner == null ? input : inner.node();
    RowType type = rows.operator().outputType();
    List<Expr> columns = new ArrayList<>(BlockReader.identity(type));
    List<Boolean> lost = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      lost.add(inner != null && inner.lost().get(i));
    }
    for (int i = type.size(); i < window.outputType().size(); i++) {
      columns.add(Bare.nothing(window.outputType().column(i)));
      lost.add(true);
    }
    return Bare.of(rows, columns, lost);
  }
}
