package io.millrace.driver.generator;

import java.util.List;

/** Conditions, three-valued, with subqueries anywhere. */
final class Predicates {
  private static final List<String> COMPARISONS = List.of("=", "<", ">=", "<>", ">", "<=");

  private final Generation generation;
  private final QueryGenerator parts;

  Predicates(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  String of(Scope scope, int depth) {
    Options<String> options = generation.options();
    options.add(8, () -> comparison(scope, depth - 1));
    options.add(2, () -> operand(scope, depth - 1) + " IS NULL");
    options.add(1, () -> operand(scope, depth - 1) + " IS NOT NULL");
    addRanges(options, scope, depth - 1);
    if (depth > 0 && generation.hasRoom()) {
      addLogic(options, scope, depth - 1);
      if (parts.expressions().subqueriesAreAllowed()) {
        parts.subqueries().addPredicates(options, scope, depth - 1);
      }
    }
    return options.choose();
  }

  private void addRanges(Options<String> options, Scope scope, int depth) {
    options.addIf(generation.may(Construct.BETWEEN), 1, () -> between(scope, depth));
    options.addIf(generation.may(Construct.IN_LIST), 1, () -> inList(scope, depth));
    options.addIf(generation.may(Construct.LIKE), 1, () -> like(scope, depth));
    options.addIf(generation.may(Construct.IS_DISTINCT), 1, () -> distinct(scope, depth));
    options.addIf(!scope.of(Kind.BOOL).isEmpty(), 1, () -> scopeBoolean(scope));
  }

  private void addLogic(Options<String> options, Scope scope, int depth) {
    options.add(3, () -> "(" + of(scope, depth) + " AND " + of(scope, depth) + ")");
    options.add(3, () -> "(" + of(scope, depth) + " OR " + of(scope, depth) + ")");
    options.add(2, () -> "NOT (" + of(scope, depth) + ")");
    options.addIf(generation.may(Construct.IS_TRUTH), 1, () -> truth(scope, depth));
  }

  private String comparison(Scope scope, int depth) {
    Kind kind = parts.expressions().kindOf(scope);
    String left = parts.expressions().of(kind, scope, depth);
    String operator = generation.choices().of(COMPARISONS);
    // A column is often the only one of its kind: beside itself it would say little.
    boolean literal = !generation.choices().oneIn(2);
    String right =
        literal ? kind.literal(generation.choices()) : parts.expressions().of(kind, scope, depth);
    return left + " " + operator + " " + right;
  }

  private String operand(Scope scope, int depth) {
    return parts.expressions().of(parts.expressions().kindOf(scope), scope, depth);
  }

  private String between(Scope scope, int depth) {
    generation.use(Construct.BETWEEN);
    Kind kind = parts.expressions().kindOf(scope);
    return parts.expressions().of(kind, scope, depth)
        + (generation.choices().oneIn(4) ? " NOT BETWEEN " : " BETWEEN ")
        + parts.expressions().of(kind, scope, depth)
        + " AND "
        + parts.expressions().of(kind, scope, depth);
  }

  private String inList(Scope scope, int depth) {
    generation.use(Construct.IN_LIST);
    Kind kind = parts.expressions().kindOf(scope);
    String tested = parts.expressions().of(kind, scope, depth);
    String not = generation.choices().oneIn(3) ? " NOT" : "";
    StringBuilder list = new StringBuilder(kind.literal(generation.choices()));
    for (int more = generation.choices().below(3); more > 0; more--) {
      list.append(", ").append(parts.expressions().leaf(kind, scope));
    }
    return tested + not + " IN (" + list + ")";
  }

  private String like(Scope scope, int depth) {
    generation.use(Construct.LIKE);
    String tested = parts.expressions().of(Kind.TEXT, scope, depth);
    String not = generation.choices().oneIn(3) ? " NOT" : "";
    String pattern = generation.choices().of(List.of("'a%'", "'%b'", "'_'", "'%'", "''", "'_b%'"));
    return tested + not + " LIKE " + pattern;
  }

  private String distinct(Scope scope, int depth) {
    generation.use(Construct.IS_DISTINCT);
    Kind kind = parts.expressions().kindOf(scope);
    String left = parts.expressions().of(kind, scope, depth);
    String not = generation.choices().oneIn(2) ? " NOT" : "";
    return left + " IS" + not + " DISTINCT FROM " + parts.expressions().of(kind, scope, depth);
  }

  private String scopeBoolean(Scope scope) {
    return generation.choices().of(scope.of(Kind.BOOL));
  }

  private String truth(Scope scope, int depth) {
    generation.use(Construct.IS_TRUTH);
    String not = generation.choices().oneIn(3) ? " NOT " : " ";
    String truth = generation.choices().of(List.of("TRUE", "FALSE", "UNKNOWN"));
    return "(" + of(scope, depth) + ") IS" + not + truth;
  }
}
