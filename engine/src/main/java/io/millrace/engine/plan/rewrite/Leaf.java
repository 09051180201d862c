package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.plan.PlanNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One input of a block. Immutable.
 *
 * <p>Two leaves with equal cores have the same rows, as far as they have columns of the same names,
 * once the predicates that stand apart from the core are applied to both.
 *
 * @param core what it is: a relation by its id, or the canonical text of another plan
 * @param relation the table or kept view that is scanned, or null
 * @param countColumn the name of a column by which each row's weight is multiplied, or null
 * @param node the plan, if it isn't the scan of a relation
 * @param names the names of the plan's columns in order
 */
record Leaf(
    String core,
    @Nullable Relation relation,
    @Nullable String countColumn,
    @Nullable PlanNode node,
    List<String> names) {

  static Leaf of(Relation relation) {
    return new Leaf("r" + relation.id(), relation, null, null, List.of());
  }

  /** The rows of a relation, each as often as a column says. */
  static Leaf repeated(Relation relation, String countColumn) {
    String core = "r" + relation.id() + " times " + countColumn;
    return new Leaf(core, relation, countColumn, null, List.of());
  }

  static Leaf of(String core, PlanNode node, List<String> names) {
    return new Leaf(core, null, null, node, List.copyOf(names));
  }

  /** The name of a relation's column. */
  static String columnName(int columnId) {
    return "c" + columnId;
  }
}
