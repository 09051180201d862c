package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.sql.Marker;
import io.millrace.engine.sql.StatementTrees;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Plans one query: what its rows are, and in which order a reader sees them. */
final class QueryPlanner {
  private final StatementTrees trees;
  private final PlanBuilder builder;

  QueryPlanner(PlannerContext context) {
    this.trees = Planner.trees(context);
    this.builder = PlanBuilder.of(trees, context);
  }

  QueryPlan plan(SqlNode query) {
    Tree tree = convert(query);
    List<Integer> fields = outputFields(tree);
    Sort sort = tree.sort();
    boolean ties = sort != null && Marker.WITH_TIES.isOn(sort.fetch);
    PlanNode root = ties ? top(tree, fields) : build(tree.rel(), fields);
    List<QueryPlan.SortKey> order = sort == null ? List.of() : order(sort, fields, tree);
    return new QueryPlan(
        root,
        tree.names(),
        tree.names().size(),
        order,
        sort == null || ties ? null : limit(sort.offset),
        sort == null || ties ? null : limit(sort.fetch),
        tree.parameters(),
        builder.relationIds(),
        tree.expandedViews(),
        tree.volatileFunction());
  }

  QueryPlan planView(SqlNode query) {
    Tree tree = convert(query);
    Sort sort = tree.sort();
    List<Integer> visible = IntStream.range(0, tree.names().size()).boxed().toList();
    PlanNode root;
    if (sort != null && (sort.offset != null || sort.fetch != null)) {
      root = top(tree, visible);
    } else {
      root = build(tree.rel(), visible);
    }
    return new QueryPlan(
        root,
        tree.names(),
        tree.names().size(),
        List.of(),
        null,
        null,
        tree.parameters(),
        builder.relationIds(),
        tree.expandedViews(),
        tree.volatileFunction());
  }

  /**
   * A converted query.
   *
   * @param rel the rows, with fields behind the visible ones that only the order needs
   * @param sort the order and limit on top, or null
   */
  private record Tree(
      RelNode rel,
      @Nullable Sort sort,
      List<String> names,
      RowType parameters,
      Set<Integer> expandedViews,
      @Nullable String volatileFunction) {}

  private Tree convert(SqlNode query) {
    ColumnLabels labels = new ColumnLabels(query);
    SqlNode valid = trees.validate(query);
    UnsupportedSyntax.check(valid);
    RelRoot root = trees.convert(valid);
    RelNode rel = root.rel;
    Sort sort = null;
    if (rel instanceof Sort top) {
      sort = top;
      rel = top.getInput();
    }
    String volatileFunction = VolatileFunctions.find(valid, rel);
    RowType parameters = builder.expressions.rowType(trees.parameterTypes(valid));
    builder.reserveParameters(parameters.size());
    return new Tree(
        Decorrelation.apply(rel, builder.expressions),
        sort,
        labels.of(valid, root),
        parameters,
        trees.expandedViews(),
        volatileFunction);
  }

  /** The visible fields, then those that only the order needs. */
  private static List<Integer> outputFields(Tree tree) {
    Set<Integer> hidden = new TreeSet<>();
    if (tree.sort() != null) {
      SortPlanner.keys(tree.sort()).forEach(key -> hidden.add(key.column()));
    }
    int visible = tree.names().size();
    List<Integer> fields = new ArrayList<>(IntStream.range(0, visible).boxed().toList());
    hidden.stream().filter(field -> field >= visible).forEach(fields::add);
    return fields;
  }

  /** These fields of the rows that the limit leaves, chosen by an operator. */
  private PlanNode top(Tree tree, List<Integer> fields) {
    int fieldCount = tree.rel().getRowType().getFieldCount();
    List<Integer> all = IntStream.range(0, fieldCount).boxed().toList();
    PlanNode rows = build(tree.rel(), all);
    PlanNode top = new SortPlanner(builder).topOf(rows, Objects.requireNonNull(tree.sort()));
    return builder.arranged(Built.of(top, fieldCount, all), fields);
  }

  private PlanNode build(RelNode rel, List<Integer> fields) {
    Built built = builder.build(rel, ImmutableBitSet.of(fields), List.of());
    return builder.arranged(built, fields);
  }

  /** The keys written and, where a limit has to choose among ties, all visible columns. */
  private static List<QueryPlan.SortKey> order(Sort sort, List<Integer> fields, Tree tree) {
    List<QueryPlan.SortKey> order = new ArrayList<>();
    for (QueryPlan.SortKey key : SortPlanner.keys(sort)) {
      int column = fields.indexOf(key.column());
      order.add(new QueryPlan.SortKey(column, key.descending(), key.nullsFirst()));
    }
    if (sort.offset != null || sort.fetch != null) {
      for (int column = 0; column < tree.names().size(); column++) {
        int tie = column;
        if (order.stream().noneMatch(key -> key.column() == tie)) {
          order.add(new QueryPlan.SortKey(column, false, false));
        }
      }
    }
    return order;
  }

  private @Nullable Expr limit(@Nullable RexNode node) {
    return node == null ? null : builder.expressions.of(node);
  }
}
