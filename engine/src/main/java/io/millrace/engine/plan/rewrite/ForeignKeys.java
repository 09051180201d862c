package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import java.util.ArrayList;
import java.util.List;

/**
 * Which joins of a view change nothing for a query without them: those along a foreign key, whose
 * every row finds exactly one row, as far as its columns are not NULL.
 *
 * <p>Source: Goldstein and Larson, SIGMOD 2001, section 3.2 (extra tables).
 */
final class ForeignKeys {
  private final LeafMapping mapping;
  private final Columns columns;
  private final Block view;
  private final Columns viewColumns;
  private final Facts viewFacts;
  private final List<Expr> known;

  /**
   * @param columns numbers the query's leaves, and behind them the view's own
   * @param predicates what holds for the query's rows
   */
  ForeignKeys(LeafMapping mapping, Columns columns, Block view, List<Expr> predicates) {
    this.mapping = mapping;
    this.columns = columns;
    this.view = view;
    this.viewColumns = view.columns().copy();
    this.viewFacts = new Facts(viewColumns, view.predicates());
    this.known = new ArrayList<>(predicates);
  }

  /** Whether some leaf of the view has a foreign key to this one. */
  static boolean isReferenced(Leaf leaf, Block view) {
    return leaf.relation() instanceof Table table
        && leaf.countColumn() == null
        && view.leaves().stream()
            .anyMatch(
                other ->
                    other.relation() instanceof Table child
                        && child.foreignKeys().stream()
                            .anyMatch(key -> key.referencedTable() == table.id()));
  }

  /**
   * The equalities by which the open leaves join, each along a foreign key.
   *
   * @param open which of the view's leaves the query has not; changed in place
   * @throws Mismatch if one of them may have another number of rows than one
   */
  List<Expr> prove(boolean[] open) throws Mismatch {
    List<Expr> proven = new ArrayList<>();
    boolean progress = true;
    while (progress) {
      progress = false;
      for (int leaf = 0; leaf < open.length; leaf++) {
        List<Expr> equalities = open[leaf] ? joinOf(leaf, open) : List.of();
        if (!equalities.isEmpty()) {
          open[leaf] = false;
          progress = true;
          proven.addAll(equalities);
          known.addAll(equalities);
        }
      }
    }
    for (int leaf = 0; leaf < open.length; leaf++) {
      if (open[leaf]) {
        String name = table(leaf).name().toString();
        throw new Mismatch("joins " + name + ", which no foreign key finds one row in");
      }
    }
    return proven;
  }

  /**
   * The equalities of a leaf with one that is there, along a foreign key; none if there is none.
   */
  private List<Expr> joinOf(int leaf, boolean[] open) {
    Table table = table(leaf);
    for (int other = 0; other < open.length; other++) {
      if (open[other] || !(view.leaves().get(other).relation() instanceof Table child)) {
        continue;
      }
      for (ForeignKey key : child.foreignKeys()) {
        if (key.referencedTable() == table.id() && isJoined(other, child, leaf, table, key)) {
          return equalities(other, child, leaf, table, key, columns, true);
        }
      }
    }
    return List.of();
  }

  private Table table(int leaf) {
    if (view.leaves().get(leaf).relation() instanceof Table table) {
      return table;
    }
    throw new AssertionError("leaf " + leaf + " must be a table");
  }

  /** Whether the view joins along the key, and no row of the query has a NULL in it. */
  private boolean isJoined(int other, Table child, int leaf, Table table, ForeignKey key) {
    boolean joined =
        equalities(other, child, leaf, table, key, viewColumns, false).stream()
            .allMatch(viewFacts::imply);
    if (!joined) {
      return false;
    }
    Facts facts = new Facts(columns, known);
    return key.columns().stream()
        .allMatch(
            position -> facts.isNotNull(column(mapping.leaf(other), child, position, columns)));
  }

  private List<Expr> equalities(
      int other,
      Table child,
      int leaf,
      Table table,
      ForeignKey key,
      Columns numbering,
      boolean ofQuery) {
    List<Expr> equalities = new ArrayList<>();
    for (int i = 0; i < key.columns().size(); i++) {
      int from = ofQuery ? mapping.leaf(other) : other;
      int to = ofQuery ? mapping.leaf(leaf) : leaf;
      equalities.add(
          Exprs.compare(
              ComparisonOperator.EQUAL,
              column(from, child, key.columns().get(i), numbering),
              column(to, table, key.referencedColumns().get(i), numbering)));
    }
    return equalities;
  }

  private static Expr column(int leaf, Table table, int position, Columns numbering) {
    return numbering.column(
        leaf,
        Leaf.columnName(table.columnIds().get(position)),
        table.columns().get(position).type());
  }
}
