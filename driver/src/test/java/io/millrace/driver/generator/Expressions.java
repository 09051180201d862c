package io.millrace.driver.generator;

import io.millrace.driver.generator.Scope.Reference;
import java.util.List;

/** Scalar expressions of a wanted kind. Everything that binds weakly stands in parentheses. */
final class Expressions {
  private final Generation generation;
  private final QueryGenerator parts;
  private int withoutSubqueries;

  Expressions(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  boolean subqueriesAreAllowed() {
    return withoutSubqueries == 0;
  }

  /** An expression that holds no subquery: for group keys and arguments of aggregates. */
  String plain(Kind kind, Scope scope, int depth) {
    withoutSubqueries++;
    try {
      return of(kind, scope, depth);
    } finally {
      withoutSubqueries--;
    }
  }

  /** A condition that holds no subquery. */
  String plainPredicate(Scope scope, int depth) {
    withoutSubqueries++;
    try {
      return parts.predicates().of(scope, depth);
    } finally {
      withoutSubqueries--;
    }
  }

  String of(Kind kind, Scope scope, int depth) {
    if (depth <= 0 || !generation.hasRoom()) {
      return leaf(kind, scope);
    }
    Options<String> options = generation.options();
    options.add(9, () -> leaf(kind, scope));
    options.add(4, () -> compound(kind, scope, depth - 1));
    choice(options, kind, scope, depth - 1);
    if (subqueriesAreAllowed()) {
      parts.subqueries().addScalar(options, kind, scope, depth - 1);
    }
    return options.choose();
  }

  /** A column, a column of an enclosing query, or a literal. */
  String leaf(Kind kind, Scope scope) {
    List<String> columns = scope.of(kind);
    List<String> outer = scope.outerOf(kind);
    List<Reference> others = scope.references();
    Options<String> options = generation.options();
    options.addIf(!columns.isEmpty(), 40, () -> generation.choices().of(columns));
    options.addIf(
        columns.isEmpty() && !others.isEmpty(),
        15,
        () -> derived(kind, generation.choices().of(others)));
    options.add(4, () -> kind.literal(generation.choices()));
    options.addIf(!outer.isEmpty(), 5, () -> generation.choices().of(outer));
    options.add(1, kind::nullLiteral);
    return options.choose();
  }

  /** A value that follows a column of another kind. */
  private String derived(Kind kind, Reference column) {
    if (column.kind() == Kind.INT && kind != Kind.INT && (kind.isNumber() || kind == Kind.TEXT)) {
      return kind.cast(column.sql());
    }
    String tested = column.kind().literal(generation.choices());
    String value = kind.literal(generation.choices());
    String otherwise = kind.literal(generation.choices());
    return "CASE WHEN %s = %s THEN %s ELSE %s END"
        .formatted(column.sql(), tested, value, otherwise);
  }

  private void choice(Options<String> options, Kind kind, Scope scope, int depth) {
    options.addIf(generation.may(Construct.CASE), 2, () -> searchedCase(kind, scope, depth));
    options.addIf(generation.may(Construct.CASE), 1, () -> simpleCase(kind, scope, depth));
    options.addIf(
        generation.may(Construct.COALESCE),
        1,
        () -> used(Construct.COALESCE, "COALESCE(%s, %s)", two(kind, scope, depth)));
    options.addIf(
        generation.may(Construct.NULLIF),
        1,
        () -> used(Construct.NULLIF, "NULLIF(%s, %s)", two(kind, scope, depth)));
  }

  private String searchedCase(Kind kind, Scope scope, int depth) {
    generation.use(Construct.CASE);
    String condition = parts.predicates().of(scope, depth);
    String otherwise = generation.choices().oneIn(4) ? "" : " ELSE " + of(kind, scope, depth);
    return "CASE WHEN " + condition + " THEN " + of(kind, scope, depth) + otherwise + " END";
  }

  private String simpleCase(Kind kind, Scope scope, int depth) {
    generation.use(Construct.CASE);
    Kind tested = kindOf(scope);
    return ("CASE " + of(tested, scope, depth))
        + (" WHEN " + tested.literal(generation.choices()))
        + (" THEN " + of(kind, scope, depth))
        + (" ELSE " + of(kind, scope, depth))
        + " END";
  }

  private String compound(Kind kind, Scope scope, int depth) {
    return switch (kind) {
      case INT -> integer(scope, depth);
      case BIG -> big(scope, depth);
      case DECIMAL -> decimal(scope, depth);
      case DOUBLE -> real(scope, depth);
      case TEXT -> text(scope, depth);
      case CHAR -> leaf(kind, scope);
      case BOOL -> "(" + parts.predicates().of(scope, depth) + ")";
      case DATE -> date(scope, depth);
      case TIMESTAMP -> timestamp(scope, depth);
      case INTS -> array(scope, depth);
      case QUOTIENT -> quotient(scope, depth);
    };
  }

  private String integer(Scope scope, int depth) {
    Options<String> options = generation.options();
    addSums(options, Kind.INT, "3", scope, depth);
    options.add(1, () -> "(- " + of(Kind.INT, scope, depth) + ")");
    options.add(1, () -> "ABS(" + of(Kind.INT, scope, depth) + ")");
    boolean division = generation.may(Construct.DIVISION);
    options.addIf(
        division, 1, () -> used(Construct.DIVISION, "MOD(%s, 3)", of(Kind.INT, scope, depth)));
    options.addIf(
        division,
        1,
        () -> used(Construct.DIVISION, "(%s / NULLIF(%s, 0))", two(Kind.INT, scope, depth)));
    options.addIf(
        generation.may(Construct.TEXT_FUNCTION),
        1,
        () -> used(Construct.TEXT_FUNCTION, "CHAR_LENGTH(%s)", of(Kind.TEXT, scope, depth)));
    options.addIf(
        generation.may(Construct.DATE_FUNCTION),
        1,
        () ->
            used(
                Construct.DATE_FUNCTION,
                "CAST(EXTRACT(" + generation.choices().of(List.of("DAY", "MONTH", "YEAR")),
                " FROM %s) AS INTEGER)",
                of(Kind.DATE, scope, depth)));
    boolean arrays = generation.may(Construct.ARRAY);
    options.addIf(
        arrays, 1, () -> used(Construct.ARRAY, "CARDINALITY(%s)", of(Kind.INTS, scope, depth)));
    options.addIf(arrays, 1, () -> used(Construct.ARRAY, "(%s)[2]", of(Kind.INTS, scope, depth)));
    addFailing(options, scope, depth);
    return options.choose();
  }

  private String array(Scope scope, int depth) {
    if (!generation.may(Construct.ARRAY)) {
      return leaf(Kind.INTS, scope);
    }
    Options<String> options = generation.options();
    options.add(2, () -> used(Construct.ARRAY, "ARRAY[%s, %s]", two(Kind.INT, scope, depth)));
    options.add(1, () -> used(Construct.ARRAY, "ARRAY[%s]", of(Kind.INT, scope, depth)));
    options.add(
        1,
        () -> {
          generation.use(Construct.ARRAY);
          String first = leaf(Kind.INTS, scope);
          return generation.dialect().concatenation(first, leaf(Kind.INTS, scope));
        });
    return options.choose();
  }

  private void addFailing(Options<String> options, Scope scope, int depth) {
    boolean failing = generation.mayFail() && generation.may(Construct.FAILING);
    options.addIf(
        failing, 2, () -> used(Construct.FAILING, "(%s / %s)", two(Kind.INT, scope, depth)));
    options.addIf(
        failing, 2, () -> used(Construct.FAILING, "(2147483640 + %s)", of(Kind.INT, scope, depth)));
    options.addIf(
        failing,
        1,
        () -> used(Construct.FAILING, "CAST(%s AS INTEGER)", of(Kind.TEXT, scope, depth)));
  }

  private String big(Scope scope, int depth) {
    Options<String> options = generation.options();
    addSums(options, Kind.BIG, "2", scope, depth);
    addCast(options, Kind.INT, Kind.BIG, scope, depth);
    return options.choose();
  }

  private String decimal(Scope scope, int depth) {
    Options<String> options = generation.options();
    addSums(options, Kind.DECIMAL, "2", scope, depth);
    options.add(1, () -> "CAST(" + of(Kind.DECIMAL, scope, depth) + " * 0.35 AS DECIMAL(18, 2))");
    options.add(1, () -> "ROUND(" + of(Kind.DECIMAL, scope, depth) + ", 1)");
    addCast(options, Kind.INT, Kind.DECIMAL, scope, depth);
    return options.choose();
  }

  private String real(Scope scope, int depth) {
    Options<String> options = generation.options();
    addSums(options, Kind.DOUBLE, "2", scope, depth);
    addCast(options, Kind.INT, Kind.DOUBLE, scope, depth);
    return options.choose();
  }

  private String quotient(Scope scope, int depth) {
    if (!generation.may(Construct.DIVISION)) {
      return leaf(Kind.QUOTIENT, scope);
    }
    generation.use(Construct.DIVISION);
    String dividend = of(Kind.DECIMAL, scope, depth);
    String divisor = "NULLIF(" + of(Kind.DECIMAL, scope, depth) + ", 0)";
    return generation.dialect().quotient(dividend, divisor, 6);
  }

  private void addSums(Options<String> options, Kind kind, String factor, Scope scope, int depth) {
    options.add(3, () -> "(%s + %s)".formatted(two(kind, scope, depth)));
    options.add(2, () -> "(%s - %s)".formatted(two(kind, scope, depth)));
    options.add(1, () -> "(" + of(kind, scope, depth) + " * " + factor + ")");
  }

  private void addCast(Options<String> options, Kind from, Kind to, Scope scope, int depth) {
    options.addIf(
        generation.may(Construct.CAST),
        1,
        () -> used(Construct.CAST, "%s", to.cast(of(from, scope, depth))));
  }

  private String text(Scope scope, int depth) {
    Options<String> options = generation.options();
    addCast(options, Kind.INT, Kind.TEXT, scope, depth);
    addCast(options, Kind.CHAR, Kind.TEXT, scope, depth);
    addCast(options, Kind.DATE, Kind.TEXT, scope, depth);
    for (String call :
        List.of("UPPER(%s)", "LOWER(%s)", "TRIM(%s)", "SUBSTRING(%s FROM 1 FOR 1)")) {
      options.addIf(
          generation.may(Construct.TEXT_FUNCTION),
          1,
          () -> used(Construct.TEXT_FUNCTION, call, of(Kind.TEXT, scope, depth)));
    }
    options.addIf(
        generation.may(Construct.TEXT_FUNCTION),
        2,
        () -> used(Construct.TEXT_FUNCTION, "(%s || %s)", two(Kind.TEXT, scope, depth)));
    return options.isEmpty() ? leaf(Kind.TEXT, scope) : options.choose();
  }

  private String date(Scope scope, int depth) {
    Options<String> options = generation.options();
    options.add(1, () -> leaf(Kind.DATE, scope));
    addCast(options, Kind.TIMESTAMP, Kind.DATE, scope, depth);
    options.addIf(
        generation.may(Construct.DATE_FUNCTION),
        1,
        () ->
            used(
                Construct.DATE_FUNCTION,
                "CAST(%s + INTERVAL '1' DAY AS DATE)",
                of(Kind.DATE, scope, depth)));
    return options.choose();
  }

  private String timestamp(Scope scope, int depth) {
    Options<String> options = generation.options();
    options.add(1, () -> leaf(Kind.TIMESTAMP, scope));
    addCast(options, Kind.DATE, Kind.TIMESTAMP, scope, depth);
    options.addIf(
        generation.may(Construct.DATE_FUNCTION),
        1,
        () ->
            used(
                Construct.DATE_FUNCTION,
                "(%s - INTERVAL '12' HOUR)",
                of(Kind.TIMESTAMP, scope, depth)));
    return options.choose();
  }

  /** A kind to compare or group by: one that the scope has, if it has any. */
  Kind kindOf(Scope scope) {
    List<Kind> kinds = scope.kinds();
    return generation.choices().of(kinds.isEmpty() ? Kind.ALL : kinds);
  }

  private Object[] two(Kind kind, Scope scope, int depth) {
    String first = of(kind, scope, depth);
    return new Object[] {first, of(kind, scope, depth)};
  }

  private String used(Construct construct, String start, String rest, Object argument) {
    return used(construct, start + rest, argument);
  }

  private String used(Construct construct, String pattern, Object... arguments) {
    generation.use(construct);
    String[] parts = pattern.split("%s", -1);
    StringBuilder sql = new StringBuilder(parts[0]);
    for (int i = 0; i < arguments.length; i++) {
      sql.append(arguments[i]).append(parts[i + 1]);
    }
    return sql.toString();
  }
}
