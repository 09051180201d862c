package io.millrace.driver.generator;

import java.util.List;

/** Aggregate calls of a wanted kind. */
final class Aggregates {
  private final Generation generation;
  private final QueryGenerator parts;

  Aggregates(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  /** Whether there is an aggregate that yields this kind. */
  boolean give(Kind kind) {
    return switch (kind) {
      case BIG -> generation.has(Construct.COUNT);
      case QUOTIENT -> generation.has(Construct.AVG);
      case BOOL -> generation.has(Construct.BOOL_AND_OR);
      case DECIMAL, DOUBLE -> generation.has(Construct.SUM);
      case INT, TEXT, CHAR, DATE, TIMESTAMP -> generation.has(Construct.MIN_MAX);
    };
  }

  /** A call over rows of this scope; asked for only if {@link #give} is true. */
  String of(Kind kind, Scope rows) {
    // Columns of an enclosing query alone would make it an aggregate of that query.
    Scope scope = new Scope(rows.references(), null);
    Options<String> options = generation.options();
    switch (kind) {
      case INT -> {
        addExtremes(options, kind, scope);
        addCall(options, Construct.BIT_AGGREGATE, "BIT_AND", kind, scope);
        addCall(options, Construct.BIT_AGGREGATE, "BIT_XOR", kind, scope);
      }
      case BIG -> addCounts(options, scope);
      case DECIMAL -> {
        addCall(options, Construct.SUM, "SUM", kind, scope);
        addExtremes(options, kind, scope);
      }
      case DOUBLE -> addReals(options, scope);
      case QUOTIENT -> addAverages(options, scope);
      case BOOL -> {
        addCall(options, Construct.BOOL_AND_OR, "BOOL_AND", kind, scope);
        addCall(options, Construct.BOOL_AND_OR, "BOOL_OR", kind, scope);
      }
      case TEXT -> {
        addExtremes(options, kind, scope);
        options.addIf(generation.may(Construct.STRING_AGG), 2, () -> list(scope));
      }
      case CHAR, DATE, TIMESTAMP -> addExtremes(options, kind, scope);
    }
    if (options.isEmpty()) {
      return call(kind == Kind.BOOL ? "BOOL_OR" : "MAX", kind, scope);
    }
    return options.choose();
  }

  private void addExtremes(Options<String> options, Kind kind, Scope scope) {
    addCall(options, Construct.MIN_MAX, "MIN", kind, scope);
    addCall(options, Construct.MIN_MAX, "MAX", kind, scope);
  }

  private void addCall(
      Options<String> options, Construct construct, String name, Kind kind, Scope scope) {
    options.addIf(
        generation.may(construct),
        1,
        () -> {
          generation.use(construct);
          return call(name, kind, scope);
        });
  }

  private void addCounts(Options<String> options, Scope scope) {
    options.add(3, () -> "COUNT(*)" + filter(scope));
    Kind any = parts.expressions().kindOf(scope);
    addCall(options, Construct.COUNT, "COUNT", any, scope);
    addCall(options, Construct.SUM, "SUM", Kind.INT, scope);
    addExtremes(options, Kind.BIG, scope);
    options.addIf(
        generation.may(Construct.SUM),
        1,
        () -> {
          generation.use(Construct.SUM);
          return Kind.BIG.cast(call("SUM", Kind.BIG, scope));
        });
  }

  private void addReals(Options<String> options, Scope scope) {
    addCall(options, Construct.SUM, "SUM", Kind.DOUBLE, scope);
    addExtremes(options, Kind.DOUBLE, scope);
    addCall(options, Construct.AVG, "AVG", Kind.DOUBLE, scope);
    for (String name : List.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP")) {
      options.addIf(
          generation.may(Construct.VARIANCE),
          1,
          () -> {
            generation.use(Construct.VARIANCE);
            return Kind.DOUBLE.cast(call(name, Kind.INT, scope));
          });
    }
  }

  private void addAverages(Options<String> options, Scope scope) {
    for (Kind kind : List.of(Kind.INT, Kind.DECIMAL, Kind.BIG)) {
      options.add(
          1,
          () -> {
            generation.use(Construct.AVG);
            return generation.dialect().average(call("AVG", kind, scope), 6);
          });
    }
  }

  private String list(Scope scope) {
    generation.use(Construct.STRING_AGG);
    String text = parts.expressions().plain(Kind.TEXT, scope, 1);
    return "STRING_AGG(%s, ',' ORDER BY %s)".formatted(text, text) + filter(scope);
  }

  private String call(String name, Kind kind, Scope scope) {
    String argument = parts.expressions().plain(kind, scope, 1);
    boolean countable = List.of("COUNT", "SUM", "AVG", "MIN").contains(name);
    boolean distinct = countable && generation.sometimes(Construct.AGGREGATE_DISTINCT, 4);
    return name + "(" + (distinct ? "DISTINCT " : "") + argument + ")" + filter(scope);
  }

  private String filter(Scope scope) {
    if (!generation.sometimes(Construct.AGGREGATE_FILTER, 5)) {
      return "";
    }
    return " FILTER (WHERE " + parts.expressions().plainPredicate(scope, 1) + ")";
  }
}
