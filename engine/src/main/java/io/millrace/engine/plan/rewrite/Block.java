package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.Predicates;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A select-join-group block: {@code outputs(having(group(σ(leaf₁ × … × leafₙ))))}. Any plan is one,
 * of one leaf if need be. Immutable, but that its columns may become more.
 *
 * @param columns numbers the leaves' columns
 * @param conjuncts what must be TRUE of the joined rows, in the order in which it is evaluated
 * @param group the grouping, or null
 * @param outputs over the group's columns if there is a group, else over the leaves'
 */
record Block(
    List<Leaf> leaves,
    Columns columns,
    List<Conjunct> conjuncts,
    @Nullable Group group,
    List<Expr> outputs) {

  /**
   * A predicate of the join.
   *
   * @param appliedBy the leaf whose plan drops the rows already, or -1
   */
  record Conjunct(Expr predicate, int appliedBy) {
    static final int NOBODY = -1;

    static Conjunct of(Expr predicate) {
      return new Conjunct(predicate, NOBODY);
    }
  }

  Block {
    leaves = List.copyOf(leaves);
    conjuncts = List.copyOf(conjuncts);
    outputs = List.copyOf(outputs);
  }

  /** The same of those rows for which the predicate is TRUE, too. */
  Block with(Expr predicate) {
    List<Conjunct> more = new ArrayList<>(conjuncts);
    more.add(Conjunct.of(predicate));
    return new Block(leaves, columns, more, group, outputs);
  }

  List<Expr> predicates() {
    List<Expr> predicates = new ArrayList<>(conjuncts.size());
    conjuncts.forEach(conjunct -> predicates.add(conjunct.predicate()));
    return predicates;
  }

  /** The relations that its leaves scan, at whatever depth. */
  Set<Integer> relationIds() {
    Set<Integer> ids = new TreeSet<>();
    for (Leaf leaf : leaves) {
      if (leaf.relation() != null) {
        ids.add(leaf.relation().id());
      } else if (leaf.node() != null) {
        ids.addAll(relationIds(leaf.node()));
      }
    }
    return ids;
  }

  /** The relations that a plan scans. */
  static Set<Integer> relationIds(PlanNode root) {
    Set<Integer> ids = new TreeSet<>();
    collect(root, ids, new IdentityHashMap<>());
    return ids;
  }

  private static void collect(
      PlanNode node, Set<Integer> ids, IdentityHashMap<PlanNode, Boolean> seen) {
    if (seen.put(node, true) != null) {
      return;
    }
    if (node.operator() instanceof Scan scan) {
      ids.add(scan.relationId());
    }
    node.inputs().forEach(input -> collect(input, ids, seen));
  }

  /** How many leaves have this core. */
  int leavesOf(String core) {
    int count = 0;
    for (Leaf leaf : leaves) {
      if (leaf.core().equals(core)) {
        count++;
      }
    }
    return count;
  }

  /** The number of a column of the first leaf with this core, or -1 if nobody reads it. */
  int columnOf(String core, String name) {
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      if (leaves.get(leaf).core().equals(core)) {
        return columns.find(leaf, name);
      }
    }
    return -1;
  }

  /** Whether it calls a function that gives something else each time. */
  boolean isVolatile() {
    List<Expr> all = new ArrayList<>(predicates());
    all.addAll(outputs);
    if (group != null) {
      all.addAll(group.keys());
      all.addAll(group.having());
      group.calls().forEach(call -> all.addAll(call.expressions()));
    }
    return all.stream().anyMatch(Predicates::isVolatile);
  }
}
