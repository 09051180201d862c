package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Aggregate;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A view's plan without an operator that drops and repeats no rows, and so without its columns:
 * what is read of them is lost, the rest of each row is the view's. Immutable.
 *
 * @param node a plan of as many columns, in which those that are lost mean nothing
 * @param lost for each column, whether it is
 */
record Bare(PlanNode node, List<Boolean> lost) {
  /** A plan that has all its columns. */
  static Bare whole(PlanNode node) {
    return new Bare(node, Collections.nCopies(node.operator().outputType().size(), false));
  }

  /** A plan of some of an operator's columns; the others are lost. */
  static Bare of(PlanNode input, List<Expr> columns, List<Boolean> lost) {
    return new Bare(
        new PlanNode(new Map(input.operator().outputType(), columns), List.of(input)), lost);
  }

  /**
   * A plan whose operator is left out.
   *
   * @param bottom leaves the operator out; null where it stands deeper, or may not be left out
   * @return null if what stands above it asks for its columns
   */
  static @Nullable Bare of(PlanNode node, Function<PlanNode, @Nullable Bare> bottom) {
    Bare here = bottom.apply(node);
    if (here != null || node.inputs().size() != 1) {
      return here;
    }
    Bare below = of(node.inputs().get(0), bottom);
    return below == null ? null : below.under(node);
  }

  private @Nullable Bare under(PlanNode above) {
    PlanNode over = new PlanNode(above.operator(), List.of(node));
    if (above.operator() instanceof Map map) {
      return new Bare(over, map.expressions().stream().map(this::isLost).toList());
    }
    if (above.operator() instanceof Filter filter) {
      return isLost(filter.predicate()) ? null : new Bare(over, lost);
    }
    if (above.operator() instanceof Aggregate aggregate) {
      return aggregate.groupColumns().stream().anyMatch(lost::get)
          ? null
          : new Bare(over, calls(aggregate.groupColumns().size(), aggregate.calls()));
    }
    return above.operator() instanceof ScalarAggregate aggregate
        ? new Bare(over, calls(0, aggregate.calls()))
        : null;
  }

  private boolean isLost(Expr expr) {
    return Exprs.columns(expr).stream().anyMatch(lost::get);
  }

  /** Which columns of a grouping are lost: calls of what is. */
  private List<Boolean> calls(int keys, List<AggregateCall> calls) {
    List<Boolean> columns = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      columns.add(false);
    }
    for (AggregateCall call : calls) {
      columns.add(
          call.arguments().stream().anyMatch(lost::get)
              || call.order().stream().anyMatch(key -> lost.get(key.column())));
    }
    return columns;
  }

  /**
   * The view as what it is of these rows, by the columns that are left.
   *
   * @param presence which of the view's rows they are
   */
  Candidate candidate(View view, List<Expr> presence, Catalog catalog) {
    Block block = BlockReader.read(node, catalog);
    List<Expr> outputs = new ArrayList<>();
    for (int i = 0; i < block.outputs().size(); i++) {
      Expr output = block.outputs().get(i);
      // No query looks for a constant in a view.
      outputs.add(lost.get(i) ? nothing(output.type()) : output);
    }
    return new Candidate(
        view,
        new Block(block.leaves(), block.columns(), block.conjuncts(), block.group(), outputs),
        presence);
  }

  /** What stands for a column that is lost. */
  static Expr nothing(ColumnType type) {
    return Exprs.literal(null, type.withNullable(true));
  }
}
