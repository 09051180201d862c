package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Join;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.OuterJoin;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The matched rows of a view that is an outer join: the inner join, which the view yields where a
 * column is present that no matched row has NULL in. An inner query finds its rows there.
 */
final class InnerPart {
  private InnerPart() {}

  /** The view's inner part, if it has one and its columns tell it apart. */
  static Optional<Candidate> of(View view, PlanNode root, Catalog catalog) {
    PlanNode inner = inner(root);
    if (inner == null) {
      return Optional.empty();
    }
    Block block = BlockReader.read(inner, catalog);
    Block whole = BlockReader.read(root, catalog);
    for (int i = 0; i < block.outputs().size(); i++) {
      Expr matched = block.outputs().get(i);
      Expr extended = whole.outputs().get(i);
      // A column of the outer join itself is NULL where there was no partner; an expression over it
      // need not be.
      if (extended instanceof ColumnRef
          && extended.type().nullable()
          && !matched.type().nullable()) {
        Expr column = Exprs.column(i, view.columns().get(i).type());
        return Optional.of(new Candidate(view, block, List.of(Exprs.isNotNull(column))));
      }
    }
    return Optional.empty();
  }

  /** The plan with its only outer join as an inner one, below maps and filters; or null. */
  private static @Nullable PlanNode inner(PlanNode node) {
    if (node.operator() instanceof OuterJoin outer && outer.kind() != OuterJoin.Kind.FULL) {
      return joined(outer, node.inputs());
    }
    if (node.operator() instanceof Map || node.operator() instanceof Filter) {
      PlanNode below = inner(node.inputs().get(0));
      return below == null ? null : new PlanNode(node.operator(), List.of(below));
    }
    return null;
  }

  private static PlanNode joined(OuterJoin outer, List<PlanNode> inputs) {
    RowType left = inputs.get(0).operator().outputType();
    RowType right = inputs.get(1).operator().outputType();
    Join join =
        new Join(
            List.of(left, right),
            outer.keys().stream()
                .map(k -> new Join.Equality(0, k.leftColumn(), 1, k.rightColumn(), k.nullSafe()))
                .toList(),
            IntStream.range(0, left.size() + right.size()).toArray());
    PlanNode joined = new PlanNode(join, inputs);
    Expr condition = outer.condition();
    return condition == null
        ? joined
        : new PlanNode(new Filter(join.outputType(), condition), List.of(joined));
  }
}
