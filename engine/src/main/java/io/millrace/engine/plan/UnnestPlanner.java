package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Unnest;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** UNNEST; the arrays themselves are in its rows only if somebody reads them. */
final class UnnestPlanner {
  private final PlanBuilder builder;

  UnnestPlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(UnnestRel rel, ImmutableBitSet needed, List<Expr> predicates) {
    ImmutableBitSet inputFields =
        ImmutableBitSet.range(rel.getInput().getRowType().getFieldCount());
    List<Expr> below = new ArrayList<>();
    List<Expr> above = new ArrayList<>();
    for (Expr predicate : predicates) {
      boolean ofInput = inputFields.contains(Predicates.fields(predicate));
      (ofInput ? below : above).add(predicate);
    }
    RexNode on = rel.condition();
    Expr condition = on == null ? null : builder.expressions.of(on);
    ImmutableBitSet read = needed.union(Predicates.fields(above));
    if (condition != null) {
      read = read.union(Predicates.fields(List.of(condition)));
    }
    List<Expr> arrays = rel.arrays().stream().map(builder.expressions::of).toList();
    ImmutableBitSet kept = read.intersect(inputFields);
    Built input = builder.build(rel.getInput(), kept.union(Predicates.fields(arrays)), below);
    Built built = unnest(rel, input, kept, arrays, read.get(rel.ordinality()), condition);
    return builder.filtered(built, above);
  }

  private Built unnest(
      UnnestRel rel,
      Built input,
      ImmutableBitSet kept,
      List<Expr> arrays,
      boolean ordinality,
      @Nullable Expr condition) {
    List<Integer> columns = kept.asList().stream().map(input::position).toList();
    List<Expr> bound = arrays.stream().map(array -> builder.bind(array, input)).toList();
    List<Integer> fields = new ArrayList<>(kept.asList());
    int first = rel.getInput().getRowType().getFieldCount();
    int end = ordinality ? rel.ordinality() + 1 : rel.ordinality();
    IntStream.range(first, end).forEach(fields::add);
    RowType type = Unnest.outputType(input.type(), columns, bound, ordinality, rel.isOuter());
    Expr on =
        condition == null
            ? null
            : Exprs.rewrite(
                condition,
                e -> {
                  if (!(e instanceof ColumnRef column)) {
                    return e;
                  }
                  int position = fields.indexOf(column.index());
                  return Exprs.column(position, type.column(position));
                });
    Unnest operator = new Unnest(input.type(), columns, bound, ordinality, rel.isOuter(), on);
    PlanNode node = builder.nodes.node(operator, input.node());
    return Built.of(node, rel.getRowType().getFieldCount(), fields);
  }
}
