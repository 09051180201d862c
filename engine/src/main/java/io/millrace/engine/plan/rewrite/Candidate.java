package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kept view as a block that queries are matched with. Immutable; equal only to itself. {@link
 * Prospects} tells at a glance of most that they do not match a query.
 */
final class Candidate {
  private final View view;
  private final Block block;
  private final List<Expr> presence;
  private final @Nullable TopRows top;

  /** The cores of leaves that a query must have. */
  private final List<String> neededCores = new ArrayList<>();

  private final List<Bound> bounds = new ArrayList<>();

  private final @Nullable Reach reach;
  private boolean isBoundByKey;

  /** The values of a leaf's column that the view keeps, not all. */
  record Bound(String core, String column, Ranges ranges) {}

  /**
   * @param block its query; the outputs are the view's columns in order
   * @param presence conjuncts over the view's columns, by their positions: which of the view's rows
   *     the block yields
   */
  Candidate(View view, Block block, List<Expr> presence) {
    this(view, block, presence, null);
  }

  /**
   * @param top what it is the first rows of, or null
   */
  Candidate(View view, Block block, List<Expr> presence, @Nullable TopRows top) {
    this.view = view;
    this.top = top;
    this.block = block;
    this.presence = List.copyOf(presence);
    for (Leaf leaf : block.leaves()) {
      if (!ForeignKeys.isReferenced(leaf, block)) {
        neededCores.add(leaf.core());
      }
    }
    block.predicates().stream().flatMap(p -> Facts.parts(p).stream()).forEach(this::addBound);
    this.reach = Reach.of(block);
  }

  private void addBound(Expr predicate) {
    RangeTest test = RangeTest.of(predicate, Expr::toString);
    if (test != null && !test.orNull() && test.operand() instanceof ColumnRef column) {
      Columns.Key key = block.columns().key(column.index());
      String core = block.leaves().get(key.leaf()).core();
      isBoundByKey |= leadsKey(core, key.name());
      if (neededCores.contains(core) && !test.ranges().isEverything()) {
        bounds.add(new Bound(core, key.name(), test.ranges()));
      }
    }
  }

  View view() {
    return view;
  }

  Block block() {
    return block;
  }

  List<Expr> presence() {
    return presence;
  }

  /** What it is the first rows of, or null. */
  @Nullable TopRows top() {
    return top;
  }

  /** The cores of leaves that a query must have. */
  List<String> neededCores() {
    return neededCores;
  }

  /** Of which columns it keeps only a part of the values. */
  List<Bound> bounds() {
    return bounds;
  }

  /**
   * Whether the rows that it lacks may be found by a key, since a column that leads one is bound.
   */
  boolean isBoundByKey() {
    return isBoundByKey;
  }

  /** Whether it surely has rows for which a test does not hold, and cannot make the test. */
  boolean surelyLacks(Prospects.Test test) {
    return reach != null && top == null && reach.surelyLacks(test);
  }

  private boolean leadsKey(String core, String column) {
    return neededCores.contains(core)
        && block.leaves().stream()
            .anyMatch(
                leaf ->
                    leaf.core().equals(core)
                        && leaf.relation() != null
                        && Cost.leadsKey(leaf.relation(), column));
  }
}
