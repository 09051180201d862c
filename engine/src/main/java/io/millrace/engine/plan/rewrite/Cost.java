package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.expr.Search;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * What a block's rows cost to compute, in rows looked at. It knows how many rows relations have and
 * what keys and indexes find; of what predicates keep it knows nothing, so it is good for telling a
 * view from the tables beneath it and for little else.
 */
final class Cost {
  /** What a descent to a key costs, in rows of a walk. */
  private static final double DESCENT = 4;

  /** What grouping costs for each row, on top of reading it. */
  private static final double GROUPING = 1.5;

  /** Which part of a relation an equality with a constant is taken to find. */
  private static final double SELECTIVITY = 0.01;

  /** Which part of a relation a range that begins or ends with a constant is taken to hold. */
  private static final double RANGE_SELECTIVITY = 0.25;

  /** What an operator adds to the cost of its input. */
  private static final double OPERATOR = 1.2;

  private final IdentityHashMap<PlanNode, Double> ofNodes = new IdentityHashMap<>();
  private final Catalog catalog;
  private final ToLongFunction<Relation> rowCounts;

  Cost(Catalog catalog, ToLongFunction<Relation> rowCounts) {
    this.catalog = catalog;
    this.rowCounts = rowCounts;
  }

  double of(Block block) {
    double cost = 0;
    double rows = 1;
    List<Integer> open = new ArrayList<>();
    for (int leaf = 0; leaf < block.leaves().size(); leaf++) {
      open.add(leaf);
    }
    Set<Integer> bound = new HashSet<>();
    boolean isFirst = true;
    while (!open.isEmpty()) {
      int best = open.get(0);
      double bestCost = Double.MAX_VALUE;
      for (int leaf : open) {
        double next = costOf(block, leaf, bound, rows);
        if (next < bestCost) {
          best = leaf;
          bestCost = next;
        }
      }
      open.remove(Integer.valueOf(best));
      cost += bestCost;
      double found = rowsOf(block, best);
      rows = isFirst ? found : Math.max(rows, 1);
      isFirst = false;
      bound.add(best);
    }
    return block.group() == null ? cost : cost + GROUPING * rows;
  }

  /** Reading a leaf once, or probing it for each row that is there already. */
  private double costOf(Block block, int leaf, Set<Integer> bound, double rows) {
    double scan = rowsOf(block, leaf);
    if (bound.isEmpty() || !isServed(block, leaf, bound)) {
      return scan;
    }
    return Math.min(scan, DESCENT * rows);
  }

  /** The rows of a leaf that have to be looked at. */
  private double rowsOf(Block block, int leaf) {
    Relation relation = block.leaves().get(leaf).relation();
    if (relation == null) {
      PlanNode node = block.leaves().get(leaf).node();
      return node == null ? 1 : Math.max(1, of(node));
    }
    double rows = Math.max(1, rowCounts.applyAsLong(relation));
    Set<Integer> constants = new HashSet<>();
    Set<Integer> ranges = new HashSet<>();
    for (Block.Conjunct conjunct : block.conjuncts()) {
      int column = comparedWithConstant(conjunct.predicate());
      int ranged = column < 0 ? boundedByConstant(conjunct.predicate()) : -1;
      if (column >= 0 && block.columns().key(column).leaf() == leaf) {
        constants.add(position(block, relation, column));
      } else if (ranged >= 0 && block.columns().key(ranged).leaf() == leaf) {
        ranges.add(position(block, relation, ranged));
      }
    }
    double least = rows;
    for (List<Integer> key : orders(relation)) {
      double part = rows;
      int matched = 0;
      while (matched < key.size() && constants.contains(key.get(matched))) {
        part *= SELECTIVITY;
        matched++;
      }
      boolean isRanged = matched < key.size() && ranges.contains(key.get(matched));
      if (isRanged) {
        part *= RANGE_SELECTIVITY;
      }
      if (matched > 0 || isRanged) {
        least = Math.min(least, Math.max(part, DESCENT));
      }
    }
    return least;
  }

  /** All rows that a plan reads, and some more for each of its operators. */
  double of(PlanNode node) {
    Double known = ofNodes.get(node);
    if (known != null) {
      return known;
    }
    double cost = 0;
    if (node.operator() instanceof Scan scan) {
      cost = rowCounts.applyAsLong(catalog.require(scan.relationId()));
    }
    for (PlanNode input : node.inputs()) {
      cost += OPERATOR * of(input);
    }
    ofNodes.put(node, cost);
    return cost;
  }

  private static int comparedWithConstant(Expr predicate) {
    if (predicate instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL) {
      if (comparison.left() instanceof ColumnRef column && isConstant(comparison.right())) {
        return column.index();
      }
      if (comparison.right() instanceof ColumnRef column && isConstant(comparison.left())) {
        return column.index();
      }
    }
    return predicate instanceof Search search && search.operand() instanceof ColumnRef column
        ? column.index()
        : -1;
  }

  /** The column that lies on one side of a constant, or -1. */
  private static int boundedByConstant(Expr predicate) {
    if (!(predicate instanceof Comparison comparison)
        || comparison.operator() == ComparisonOperator.NOT_EQUAL) {
      return -1;
    }
    if (comparison.left() instanceof ColumnRef column && isConstant(comparison.right())) {
      return column.index();
    }
    return comparison.right() instanceof ColumnRef column && isConstant(comparison.left())
        ? column.index()
        : -1;
  }

  private static boolean isConstant(Expr expr) {
    return expr instanceof Literal || expr instanceof Parameter;
  }

  /** Whether a range of a column, by its name as a leaf's, is found by a key. */
  static boolean leadsKey(Relation relation, String column) {
    int position = position(relation, column);
    return orders(relation).stream().anyMatch(key -> !key.isEmpty() && key.get(0) == position);
  }

  private static int position(Relation relation, String column) {
    return relation.columnIds().stream().map(Leaf::columnName).toList().indexOf(column);
  }

  private static int position(Block block, Relation relation, int column) {
    return position(relation, block.columns().key(column).name());
  }

  /** The columns by whose values rows are found: of keys, and of the rows' own order. */
  private static List<List<Integer>> orders(Relation relation) {
    List<List<Integer>> orders = keys(relation);
    if (!(relation instanceof Table table && table.hasPrimaryKey())) {
      orders.add(IntStream.range(0, relation.columns().size()).boxed().toList());
    }
    return orders;
  }

  /** The columns of keys, by which joins look rows up, too. */
  private static List<List<Integer>> keys(Relation relation) {
    List<List<Integer>> keys = new ArrayList<>();
    if (relation instanceof Table table && table.hasPrimaryKey()) {
      keys.add(table.primaryKey());
    }
    relation.indexes().forEach(index -> keys.add(index.columns()));
    return keys;
  }

  /** Whether a key of the leaf is given by equalities with the leaves that are there already. */
  private static boolean isServed(Block block, int leaf, Set<Integer> bound) {
    Relation relation = block.leaves().get(leaf).relation();
    if (relation == null) {
      return false;
    }
    Set<Integer> given = new HashSet<>();
    for (Block.Conjunct conjunct : block.conjuncts()) {
      if (conjunct.predicate() instanceof Comparison comparison
          && comparison.operator() == ComparisonOperator.EQUAL
          && comparison.left() instanceof ColumnRef a
          && comparison.right() instanceof ColumnRef b) {
        int left = block.columns().key(a.index()).leaf();
        int right = block.columns().key(b.index()).leaf();
        if (left == leaf && bound.contains(right)) {
          given.add(position(block, relation, a.index()));
        } else if (right == leaf && bound.contains(left)) {
          given.add(position(block, relation, b.index()));
        }
      }
    }
    return keys(relation).stream().anyMatch(key -> !key.isEmpty() && given.contains(key.get(0)));
  }
}
