package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.ErrorCode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What reads what, and what goes with it when it is dropped. */
final class Dependents {
  private Dependents() {}

  /** The catalog without a relation; with {@code cascade} without what reads it too. */
  static Catalog drop(Catalog catalog, Relation relation, boolean cascade, String action) {
    Set<Relation> dependents = new LinkedHashSet<>();
    collectDependents(catalog, relation, dependents);
    if (!dependents.isEmpty() && !cascade) {
      throw ErrorCode.DEPENDENT_OBJECTS_EXIST.exception(action, names(dependents));
    }
    Catalog result = catalog.without(relation);
    for (Relation dependent : dependents) {
      result = result.without(dependent);
    }
    return result;
  }

  private static void collectDependents(
      Catalog catalog, Relation relation, Set<Relation> dependents) {
    for (View view : catalog.dependents(relation.id())) {
      if (dependents.add(view)) {
        collectDependents(catalog, view, dependents);
      }
    }
  }

  /** Relations by kind and name, for errors. */
  static String names(Collection<? extends Relation> relations) {
    return relations.stream()
        .map(
            relation ->
                (relation instanceof Table ? "table" : "view") + " \"" + relation.name() + "\"")
        .collect(Collectors.joining(", "));
  }
}
