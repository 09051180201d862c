package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kept view as a block that queries are matched with. Immutable; equal only to itself.
 *
 * <p>It knows at a glance of most queries that they do not match: of many views over one table most
 * keep other rows or join other tables.
 */
final class Candidate {
  private final View view;
  private final Block block;
  private final List<Expr> presence;
  private final @Nullable TopRows top;

  /** The cores of leaves that a query must have. */
  private final List<String> neededCores = new ArrayList<>();

  private final List<Bound> bounds = new ArrayList<>();

  /** The values of a leaf's column that the view keeps. */
  private record Bound(String core, String column, Ranges ranges) {}

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
  }

  private void addBound(Expr predicate) {
    RangeTest test = RangeTest.of(predicate, Expr::toString);
    if (test != null && !test.orNull() && test.operand() instanceof ColumnRef column) {
      Columns.Key key = block.columns().key(column.index());
      String core = block.leaves().get(key.leaf()).core();
      if (neededCores.contains(core)) {
        bounds.add(new Bound(core, key.name(), test.ranges()));
      }
    }
  }

  /** Whether it was made of this view, over tables that are still defined as they were. */
  @SuppressWarnings("ReferenceEquality") // a definition that changes is another object
  boolean isOf(View current, Catalog catalog) {
    return view == current
        && block.leaves().stream()
            .map(Leaf::relation)
            .allMatch(
                relation ->
                    relation == null || catalog.relation(relation.id()).orElse(null) == relation);
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

  /** Whether the query surely reads other relations than the view. */
  boolean readsOthers(Block query) {
    for (String core : neededCores) {
      if (query.leavesOf(core) == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the rows that it lacks may be found by a key, since a column that leads one is bound.
   */
  boolean isBoundByKey() {
    return bounds.stream()
        .anyMatch(
            bound ->
                block.leaves().stream()
                    .anyMatch(
                        leaf ->
                            leaf.core().equals(bound.core())
                                && leaf.relation() != null
                                && Cost.leadsKey(leaf.relation(), bound.column())));
  }

  /** Whether the query surely reads other relations or asks for rows that the view lacks. */
  boolean isApart(Block query, Facts facts) {
    if (readsOthers(query)) {
      return true;
    }
    for (Bound bound : bounds) {
      if (query.leavesOf(bound.core()) == 1
          && !facts.mayLieWithin(query.columnOf(bound.core(), bound.column()), bound.ranges())) {
        return true;
      }
    }
    return false;
  }
}
