package io.millrace.driver.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Subqueries as values and as conditions, correlated or not. */
final class Subqueries {
  private static final int DEEPEST = 3;

  private final Generation generation;
  private final QueryGenerator parts;

  Subqueries(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  void addScalar(Options<String> options, Kind kind, Scope scope, int depth) {
    if (isTooDeep(scope)) {
      return;
    }
    options.addIf(
        generation.may(Construct.SCALAR_SUBQUERY) && parts.aggregates().give(kind),
        1,
        () -> {
          generation.use(Construct.SCALAR_SUBQUERY);
          return "(" + parts.oneRow(List.of(kind), scope, depth).sql() + ")";
        });
    options.addIf(
        generation.may(Construct.SCALAR_SUBQUERY_OF_ROW),
        1,
        () -> {
          generation.use(Construct.SCALAR_SUBQUERY_OF_ROW);
          String query = parts.select(List.of(kind), scope, depth).sql();
          boolean failing = generation.mayFail() && generation.choices().oneIn(3);
          return "(" + query + (failing ? "" : " ORDER BY c1 LIMIT 1") + ")";
        });
  }

  void addPredicates(Options<String> options, Scope scope, int depth) {
    if (isTooDeep(scope)) {
      return;
    }
    add(options, Construct.EXISTS, 2, () -> "EXISTS " + any(scope, depth));
    add(options, Construct.NOT_EXISTS, 2, () -> "NOT EXISTS " + any(scope, depth));
    add(options, Construct.IN_QUERY, 2, () -> in(scope, depth, " IN "));
    add(options, Construct.UNNEST_IN_SUBQUERY, 1, () -> inArray(scope));
    add(options, Construct.NOT_IN_QUERY, 2, () -> in(scope, depth, " NOT IN "));
    add(options, Construct.ROW_IN_QUERY, 1, () -> rowIn(scope, depth, " IN "));
    add(options, Construct.ROW_NOT_IN_QUERY, 1, () -> rowIn(scope, depth, " NOT IN "));
    add(options, Construct.QUANTIFIED, 2, () -> quantified(scope, depth));
  }

  private void add(
      Options<String> options, Construct construct, int weight, Supplier<String> make) {
    options.addIf(
        generation.may(construct),
        weight,
        () -> {
          generation.use(construct);
          return make.get();
        });
  }

  private static boolean isTooDeep(Scope scope) {
    int depth = 1;
    for (Scope outer = scope.outer(); outer != null; outer = outer.outer()) {
      depth++;
    }
    return depth >= DEEPEST;
  }

  private String any(Scope scope, int depth) {
    return query(List.of(generation.choices().of(Kind.ALL)), scope, depth);
  }

  private String in(Scope scope, int depth, String operator) {
    Kind kind = parts.expressions().kindOf(scope);
    String tested = parts.expressions().of(kind, scope, depth);
    return tested + operator + query(List.of(kind), scope, depth);
  }

  private String inArray(Scope scope) {
    Kind kind = parts.expressions().kindOf(scope);
    Kind element = kind == Kind.INTS ? Kind.INT : kind;
    String tested = parts.expressions().of(element, scope, 0);
    String not = generation.choices().oneIn(3) ? " NOT IN " : " IN ";
    return tested + not + parts.fromClauses().unnested().query(element, scope);
  }

  private String rowIn(Scope scope, int depth, String operator) {
    List<Kind> kinds = new ArrayList<>();
    List<String> tested = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Kind kind = parts.expressions().kindOf(scope);
      kinds.add(kind);
      tested.add(parts.expressions().of(kind, scope, 0));
    }
    return "(" + String.join(", ", tested) + ")" + operator + query(kinds, scope, depth);
  }

  private String quantified(Scope scope, int depth) {
    Kind kind = parts.expressions().kindOf(scope);
    String tested = parts.expressions().of(kind, scope, depth);
    String comparison =
        generation
            .choices()
            .of(List.of("= ANY", "> ALL", "<> ALL", "<= ANY", "<> ANY", "= ALL", "< ALL"));
    return tested + " " + comparison + " " + query(List.of(kind), scope, depth);
  }

  private String query(List<Kind> kinds, Scope scope, int depth) {
    return "(" + parts.query(kinds, scope, depth).sql() + ")";
  }
}
