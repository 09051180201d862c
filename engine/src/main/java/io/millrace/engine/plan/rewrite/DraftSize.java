package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.PlanNodes;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Estimates how many rows a draft would have, and what a write would cost it.
 *
 * <p>The model: a join along keys has as many rows as its largest relation, less what the
 * predicates of each single relation take away, which is counted. Groups are no more than those
 * rows, and no more than the product over the relations of the different values that the keys take
 * there, which is counted too. A changed row is read once and looks once into each other relation;
 * each joined row that it then makes is read, and changes one row of the view. Relations are
 * written to in proportion to their rows.
 *
 * <p>Cost: one reading of each relation for each set of keys and predicates. One thread at a time.
 */
final class DraftSize {
  /** Values that come more often than this on average are taken to be all there are. */
  private static final int MOST_SHARE = 10;

  private final Trial trial;
  private final ToLongFunction<Relation> rowCounts;
  private final PlanNodes nodes = new PlanNodes(true);
  private final Map<String, Trial.Counted> counted = new HashMap<>();

  DraftSize(Trial trial, ToLongFunction<Relation> rowCounts) {
    this.trial = trial;
    this.rowCounts = rowCounts;
  }

  /**
   * An estimate.
   *
   * @param rows of the view
   * @param rowsPerWrite rows touched for each changed row of its relations
   */
  record Estimate(double rows, double rowsPerWrite) {}

  Estimate of(ViewDraft draft) {
    double joined = 1;
    double kept = 1;
    double groups = 1;
    List<Double> sizes = new ArrayList<>();
    for (int leaf = 0; leaf < draft.leaves().size(); leaf++) {
      double rows = rowsOf(draft, leaf);
      sizes.add(rows);
      joined = Math.max(joined, rows);
      Trial.Counted part = count(draft, leaf);
      kept *= part.isAll() ? Math.min(1, part.rows() / rows) : 1;
      groups *= distinct(part, rows);
    }
    joined = Math.max(1, joined * kept);
    double size =
        switch (draft.kind()) {
          case ROWS -> joined;
          case WHOLE -> 1;
          case GROUPS -> acrossLeaves(draft) ? joined : Math.min(joined, groups);
        };
    return new Estimate(size, perWrite(sizes, joined, draft.kind() == ViewDraft.Kind.ROWS ? 1 : 2));
  }

  /** The estimate for a query that is a view as it stands: its rows are counted by running it. */
  Estimate of(QueryPlan plan, Catalog catalog) {
    List<Double> sizes = new ArrayList<>();
    for (int id : plan.relationIds()) {
      sizes.add(Math.max(1, (double) rowCounts.applyAsLong(catalog.require(id))));
    }
    double rows = Math.max(1, trial.count(plan.root()).rows());
    return new Estimate(rows, perWrite(sizes, rows, 2));
  }

  private static double perWrite(List<Double> sizes, double joined, int perJoined) {
    double all = sizes.stream().mapToDouble(Double::doubleValue).sum();
    double touched = 0;
    for (double rows : sizes) {
      double partners = joined / rows;
      touched += rows / all * (1 + (sizes.size() - 1) + perJoined * partners);
    }
    return touched;
  }

  /** If only the first rows were counted: values that came often will be few among the others. */
  private static double distinct(Trial.Counted part, double rows) {
    boolean repeat = part.isAll() || part.distinct() * MOST_SHARE < part.rows();
    return Math.max(1, repeat ? part.distinct() : part.distinct() * rows / part.rows());
  }

  private double rowsOf(ViewDraft draft, int leaf) {
    return Math.max(1, rowCounts.applyAsLong(relation(draft, leaf)));
  }

  private static Relation relation(ViewDraft draft, int leaf) {
    return Objects.requireNonNull(draft.leaves().get(leaf).relation(), "a draft is over relations");
  }

  /** Whether a key is computed from several relations, so that its values cannot be counted. */
  private static boolean acrossLeaves(ViewDraft draft) {
    return draft.keys().stream().anyMatch(key -> draft.columns().onlyLeaf(key) < 0);
  }

  private Trial.Counted count(ViewDraft draft, int leaf) {
    List<Expr> keys =
        draft.kind() == ViewDraft.Kind.ROWS ? List.of() : ofLeaf(draft, draft.keys(), leaf);
    List<Expr> predicates = ofLeaf(draft, draft.predicates(), leaf);
    if (keys.isEmpty() && predicates.isEmpty()) {
      return new Trial.Counted(rowsOf(draft, leaf), 1, true);
    }
    Set<Integer> read = new TreeSet<>();
    keys.forEach(expr -> read.addAll(Exprs.columns(expr)));
    predicates.forEach(expr -> read.addAll(Exprs.columns(expr)));
    PlanNode rows = rows(draft, relation(draft, leaf), List.copyOf(read), predicates, keys);
    String text = draft.leaves().get(leaf).core() + names(draft, keys) + names(draft, predicates);
    Trial.Counted known = counted.get(text);
    if (known == null) {
      trial.check();
      known = trial.count(rows);
      counted.put(text, known);
    }
    return keys.isEmpty() ? new Trial.Counted(known.rows(), 1, known.isAll()) : known;
  }

  private static List<Expr> ofLeaf(ViewDraft draft, List<Expr> expressions, int leaf) {
    return expressions.stream().filter(e -> draft.columns().onlyLeaf(e) == leaf).toList();
  }

  private static List<String> names(ViewDraft draft, List<Expr> expressions) {
    return expressions.stream()
        .map(e -> Digest.of(e, column -> draft.columns().key(column).name()))
        .sorted()
        .toList();
  }

  private PlanNode rows(
      ViewDraft draft,
      Relation relation,
      List<Integer> read,
      List<Expr> predicates,
      List<Expr> keys) {
    List<Integer> ids = new ArrayList<>();
    List<ColumnType> types = new ArrayList<>();
    for (int column : read) {
      String name = draft.columns().key(column).name();
      int position = relation.columnIds().stream().map(Leaf::columnName).toList().indexOf(name);
      ids.add(relation.columnIds().get(position));
      types.add(relation.columns().get(position).type());
    }
    PlanNode node = nodes.node(new Scan(relation.id(), ids, RowType.of(types)));
    if (!predicates.isEmpty()) {
      node = nodes.filter(node, over(Exprs.and(predicates), read));
    }
    return nodes.map(node, keys.stream().map(key -> over(key, read)).toList());
  }

  private static Expr over(Expr expr, List<Integer> read) {
    return Exprs.mapColumns(expr, read::indexOf);
  }
}
