package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns that a view doesn't keep, from the tables themselves: where the view keeps the primary
 * key of a table that it read, each of its rows has exactly one row of the table to look up.
 *
 * <p>Source: Goldstein and Larson, SIGMOD 2001, section 7 (backjoins).
 */
final class JoinBack {
  private final BlockMatch match;
  private final Columns columns;
  private final Columns newColumns;
  private final int firstLeaf;
  private final List<Leaf> leaves = new ArrayList<>();
  private final List<Conjunct> conjuncts = new ArrayList<>();

  /** The new leaf of each leaf that was looked for, -1 where there can be none. */
  private final Map<Integer, Integer> found = new HashMap<>();

  JoinBack(BlockMatch match, Columns columns, Columns newColumns, int firstLeaf) {
    this.match = match;
    this.columns = columns;
    this.newColumns = newColumns;
    this.firstLeaf = firstLeaf;
  }

  /** The tables that were looked up so far, behind the other new leaves. */
  List<Leaf> leaves() {
    return leaves;
  }

  /** What joins them. */
  List<Conjunct> conjuncts() {
    return conjuncts;
  }

  /** A column of a leaf that the view took the place of, or null. */
  @Nullable Expr find(ColumnRef column) {
    Columns.Key key = columns.key(column.index());
    Integer leaf = found.get(key.leaf());
    if (leaf == null) {
      leaf = join(key.leaf());
      found.put(key.leaf(), leaf);
    }
    return leaf < 0 ? null : newColumns.column(leaf, key.name(), column.type());
  }

  private int join(int number) {
    Leaf leaf = match.takenLeaf(number);
    if (leaf == null
        || leaf.countColumn() != null
        || !(leaf.relation() instanceof Table table)
        || !table.hasPrimaryKey()) {
      return -1;
    }
    // By what the view's rows have in common alone: nothing is filtered yet where this is joined.
    Expressible kept = new Expressible(match.viewFacts(), any -> null);
    match.addTo(kept);
    List<Conjunct> equalities = new ArrayList<>();
    for (int position : table.primaryKey()) {
      String name = Leaf.columnName(table.columnIds().get(position));
      Expr value = columns.column(number, name, table.columns().get(position).type());
      Expr inView = kept.find(value);
      if (inView == null) {
        return -1;
      }
      Expr inTable = newColumns.column(firstLeaf + leaves.size(), name, value.type());
      equalities.add(Conjunct.of(Exprs.compare(ComparisonOperator.EQUAL, inView, inTable)));
    }
    leaves.add(leaf);
    conjuncts.addAll(equalities);
    return firstLeaf + leaves.size() - 1;
  }
}
