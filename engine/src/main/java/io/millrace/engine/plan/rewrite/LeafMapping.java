package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Expr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which leaf of a query each leaf of a view is. Immutable.
 *
 * <p>A leaf that the query doesn't have is counted behind the query's: the match then has to be
 * shown not to change with it.
 */
final class LeafMapping {
  /** A view that joins a relation with itself fits in several ways; more are not tried. */
  private static final int MOST = 24;

  private final int queryLeaves;
  private final int[] leaves;
  private final boolean[] taken;

  private LeafMapping(int queryLeaves, int[] leaves) {
    this.queryLeaves = queryLeaves;
    this.leaves = leaves.clone();
    this.taken = new boolean[queryLeaves];
    for (int leaf : leaves) {
      if (leaf < queryLeaves) {
        taken[leaf] = true;
      }
    }
  }

  /** The mappings of a view's leaves, those without leaves of its own first. */
  static List<LeafMapping> all(Block query, Block view) {
    List<LeafMapping> found = new ArrayList<>();
    if (lacksLeaves(query, view)) {
      return found;
    }
    int[] leaves = new int[view.leaves().size()];
    extend(query, view, 0, leaves, 0, found);
    return found;
  }

  /**
   * Whether some leaf occurs more often in the view; else every partial mapping can be finished.
   */
  private static boolean lacksLeaves(Block query, Block view) {
    for (Leaf leaf : view.leaves()) {
      if (!ForeignKeys.isReferenced(leaf, view)
          && view.leavesOf(leaf.core()) > query.leavesOf(leaf.core())) {
        return true;
      }
    }
    return false;
  }

  private static void extend(
      Block query, Block view, int at, int[] leaves, int own, List<LeafMapping> found) {
    if (found.size() >= MOST) {
      return;
    }
    if (at == leaves.length) {
      if (own < leaves.length) {
        found.add(new LeafMapping(query.leaves().size(), leaves));
      }
      return;
    }
    Leaf wanted = view.leaves().get(at);
    for (int leaf = 0; leaf < query.leaves().size(); leaf++) {
      int chosen = leaf;
      if (query.leaves().get(leaf).core().equals(wanted.core())
          && Arrays.stream(leaves, 0, at).noneMatch(other -> other == chosen)) {
        leaves[at] = leaf;
        extend(query, view, at + 1, leaves, own, found);
      }
    }
    if (ForeignKeys.isReferenced(wanted, view)) {
      leaves[at] = query.leaves().size() + at;
      extend(query, view, at + 1, leaves, own + 1, found);
    }
  }

  /** Whether each leaf of the view is one of the query. */
  boolean isOnto() {
    return Arrays.stream(leaves).allMatch(leaf -> leaf < queryLeaves);
  }

  /**
   * An expression over the view's leaves as one over the query's.
   *
   * @param columns numbers the query's leaves, and behind them the view's own
   */
  Expr translated(Expr expr, Block view, Columns columns) {
    return Columns.replace(
        expr,
        c -> {
          Columns.Key key = view.columns().key(c.index());
          return columns.column(leaves[key.leaf()], key.name(), c.type());
        });
  }

  /** The leaf of the query that a leaf of the view is. */
  int leaf(int viewLeaf) {
    return leaves[viewLeaf];
  }

  /** The leaf of the view that is counted as {@code leaf} behind the query's. */
  int viewLeafOf(int leaf) {
    return leaf - queryLeaves;
  }

  /** Whether the view takes the place of a leaf of the query. */
  boolean isTaken(int queryLeaf) {
    return taken[queryLeaf];
  }

  /**
   * The equalities by which the view's own leaves join, each proved by a foreign key to find
   * exactly one row.
   *
   * @param predicates what holds for the query's rows
   * @throws Mismatch if a leaf is not so joined
   */
  List<Expr> provenEqualities(Columns columns, Block view, List<Expr> predicates) throws Mismatch {
    boolean[] open = new boolean[leaves.length];
    boolean any = false;
    for (int i = 0; i < leaves.length; i++) {
      open[i] = leaves[i] >= queryLeaves;
      any |= open[i];
    }
    return any ? new ForeignKeys(this, columns, view, predicates).prove(open) : List.of();
  }
}
