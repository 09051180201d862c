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
      case INT, TEXT, CHAR, DATE, TIMESTAMP, INTS -> generation.has(Construct.MIN_MAX);
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
        addOrdered(options, kind, scope);
      }
      case BIG -> addCounts(options, scope);
      case DECIMAL -> {
        addCall(options, Construct.SUM, "SUM", kind, scope);
        addExtremes(options, kind, scope);
        addOrdered(options, kind, scope);
      }
      case DOUBLE -> addReals(options, scope);
      case QUOTIENT -> addAverages(options, scope);
      case BOOL -> {
        addCall(options, Construct.BOOL_AND_OR, "BOOL_AND", kind, scope);
        addCall(options, Construct.BOOL_AND_OR, "BOOL_OR", kind, scope);
      }
      case TEXT -> {
        addExtremes(options, kind, scope);
        addOrdered(options, kind, scope);
        options.addIf(generation.may(Construct.STRING_AGG), 2, () -> list(scope));
        options.addIf(generation.may(Construct.ORDERED_STRING_AGG), 1, () -> orderedList(scope));
      }
      case INTS -> {
        addExtremes(options, kind, scope);
        options.addIf(generation.may(Construct.ARRAY_AGG), 3, () -> array(scope));
      }
      case CHAR, DATE, TIMESTAMP -> {
        addExtremes(options, kind, scope);
        addOrdered(options, kind, scope);
      }
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
    addPairs(options, scope);
    options.addIf(
        generation.may(Construct.PERCENTILE),
        1,
        () -> {
          generation.use(Construct.PERCENTILE);
          String fraction = generation.choices().of(List.of("0.5", "0.25", "0", "1", "0.9"));
          return within("PERCENTILE_CONT(" + fraction + ")", Kind.INT, scope);
        });
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

  /** What depends on the order of values of this kind. */
  private void addOrdered(Options<String> options, Kind kind, Scope scope) {
    options.addIf(
        generation.may(Construct.PERCENTILE),
        1,
        () -> {
          generation.use(Construct.PERCENTILE);
          String fraction = generation.choices().of(List.of("0.5", "0.25", "0", "1", "0.9"));
          return within("PERCENTILE_DISC(" + fraction + ")", kind, scope);
        });
    options.addIf(
        generation.may(Construct.MODE),
        1,
        () -> {
          generation.use(Construct.MODE);
          return within("MODE()", kind, scope);
        });
    addCall(options, Construct.ANY_VALUE, "ANY_VALUE", kind, scope);
    for (String name : List.of("ARG_MIN", "ARG_MAX")) {
      options.addIf(
          generation.may(Construct.ARG_MIN_MAX),
          1,
          () -> {
            generation.use(Construct.ARG_MIN_MAX);
            String value = parts.expressions().plain(kind, scope, 1);
            Kind by = parts.expressions().kindOf(scope);
            String order = parts.expressions().plain(by, scope, 1);
            return name + "(" + value + ", " + order + ")" + filter(scope);
          });
    }
  }

  private String within(String call, Kind kind, Scope scope) {
    String value = parts.expressions().plain(kind, scope, 1);
    String order = typed(kind, value) + generation.choices().of(List.of("", " DESC"));
    return call + " WITHIN GROUP (ORDER BY " + order + ")" + filter(scope);
  }

  /** PostgreSQL gives a bare text no type here. */
  private static String typed(Kind kind, String value) {
    return value.startsWith("'") ? kind.cast(value) : value;
  }

  private void addPairs(Options<String> options, Scope scope) {
    for (String name :
        List.of("CORR", "COVAR_POP", "COVAR_SAMP", "REGR_SLOPE", "REGR_INTERCEPT", "REGR_R2")) {
      options.addIf(
          generation.may(Construct.PAIR_AGGREGATE),
          1,
          () -> {
            generation.use(Construct.PAIR_AGGREGATE);
            String y = parts.expressions().plain(Kind.INT, scope, 1);
            String x = parts.expressions().plain(Kind.DOUBLE, scope, 1);
            return Kind.DOUBLE.cast(name + "(" + y + ", " + x + ")" + filter(scope));
          });
    }
  }

  private String orderedList(Scope scope) {
    generation.use(Construct.ORDERED_STRING_AGG);
    String text = parts.expressions().plain(Kind.TEXT, scope, 1);
    Kind by = parts.expressions().kindOf(scope);
    String order = typed(by, parts.expressions().plain(by, scope, 1));
    String direction = generation.choices().of(List.of("", " DESC", " NULLS FIRST"));
    return "STRING_AGG(%s, '+' ORDER BY %s%s, %s DESC)".formatted(text, order, direction, text)
        + filter(scope);
  }

  private String array(Scope scope) {
    generation.use(Construct.ARRAY_AGG);
    String value = parts.expressions().plain(Kind.INT, scope, 1);
    boolean distinct = generation.sometimes(Construct.AGGREGATE_DISTINCT, 4);
    String direction = generation.choices().of(List.of("", " DESC", " NULLS FIRST"));
    return "ARRAY_AGG(%s%s ORDER BY %s%s)"
            .formatted(distinct ? "DISTINCT " : "", value, value, direction)
        + filter(scope);
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
