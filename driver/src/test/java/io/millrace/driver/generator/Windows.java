package io.millrace.driver.generator;

import io.millrace.driver.generator.Scope.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Window calls of a wanted kind. Where the result depends on the order of equal rows, the order
 * names every column, so that equal rows are alike.
 *
 * <p>Calls that tell equal rows apart (ROW_NUMBER, frames of ROWS, LAG) stand alone in a query: two
 * of them may tell the rows apart in two ways.
 */
final class Windows {
  private static final List<String> ROWS =
      List.of(
          " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
          " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING",
          " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
          " ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING",
          " ROWS 2 PRECEDING");

  private final Generation generation;
  private final QueryGenerator parts;
  private final WindowRanges ranges;

  Windows(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
    this.ranges = new WindowRanges(generation);
  }

  /** Whether some window call can give this kind now. */
  boolean give(Kind kind) {
    return generation.may(Construct.LAG_LEAD)
        || generation.may(Construct.FIRST_LAST)
        || givesAlike(kind);
  }

  /** Whether some call that gives equal rows equal values can give this kind now. */
  boolean givesAlike(Kind kind) {
    return switch (kind) {
      case BIG -> generation.may(Construct.RANK) || generation.may(Construct.WINDOW_AGGREGATE);
      case QUOTIENT -> generation.may(Construct.WINDOW_AVG);
      case BOOL -> false;
      default -> generation.may(Construct.WINDOW_MIN_MAX);
    };
  }

  String of(Kind kind, Scope scope) {
    Options<String> options = generation.options();
    addAlike(options, kind, scope);
    if (kind == Kind.BIG) {
      addNumbers(options, scope);
    }
    addPlaces(options, kind, scope);
    return options.choose();
  }

  /** A call that gives equal rows equal values; a column where there is no room for one. */
  String alike(Kind kind, Scope scope) {
    Options<String> options = generation.options();
    addAlike(options, kind, scope);
    return options.isEmpty() ? leaf(kind, scope) : options.choose();
  }

  private void addAlike(Options<String> options, Kind kind, Scope scope) {
    switch (kind) {
      case BIG -> {
        add(options, Construct.RANK, () -> "RANK()" + ranked(scope));
        add(options, Construct.RANK, () -> "DENSE_RANK()" + ranked(scope));
        for (String name : List.of("SUM", "COUNT")) {
          add(
              options,
              Construct.WINDOW_AGGREGATE,
              () -> name + "(" + leaf(Kind.INT, scope) + ")" + filter(scope) + range(scope));
        }
        add(options, Construct.WINDOW_AGGREGATE, () -> "COUNT(*)" + filter(scope) + range(scope));
      }
      case QUOTIENT ->
          add(
              options,
              Construct.WINDOW_AVG,
              () ->
                  generation
                      .dialect()
                      .average("AVG(" + leaf(Kind.DECIMAL, scope) + ")" + range(scope), 6));
      case BOOL -> {}
      default -> {
        for (String name : List.of("MIN", "MAX")) {
          add(
              options,
              Construct.WINDOW_MIN_MAX,
              () -> name + "(" + leaf(kind, scope) + ")" + filter(scope) + range(scope));
        }
        if (kind == Kind.DOUBLE) {
          add(options, Construct.PERCENT_RANK, () -> "PERCENT_RANK()" + ranked(scope));
          add(options, Construct.PERCENT_RANK, () -> "CUME_DIST()" + ranked(scope));
        }
      }
    }
  }

  private void addNumbers(Options<String> options, Scope scope) {
    add(options, Construct.ROW_NUMBER, () -> number(scope));
    add(options, Construct.NTILE, () -> Kind.BIG.cast("NTILE(3)" + over(scope, "")));
    for (String name : List.of("SUM", "COUNT")) {
      add(
          options,
          Construct.WINDOW_FRAME,
          () -> {
            String call = name + "(" + leaf(Kind.INT, scope) + ")" + filter(scope);
            return call + over(scope, rows());
          });
    }
  }

  /** The value of a row at some place. */
  private void addPlaces(Options<String> options, Kind kind, Scope scope) {
    for (String call : List.of("LAG(%s)", "LEAD(%s, 2)", "LAG(%s, 1, %s)")) {
      add(
          options,
          Construct.LAG_LEAD,
          () -> {
            String value = leaf(kind, scope);
            String filled = call.formatted(value, kind.cast(kind.literal(generation.choices())));
            return filled + ignoring() + over(scope, "");
          });
    }
    for (String name : List.of("FIRST_VALUE(%s)", "LAST_VALUE(%s)")) {
      add(
          options,
          Construct.FIRST_LAST,
          () -> name.formatted(leaf(kind, scope)) + ignoring() + over(scope, rows()));
    }
    add(
        options,
        Construct.NTH_VALUE,
        () -> "NTH_VALUE(" + leaf(kind, scope) + ", 2)" + over(scope, rows()));
  }

  /** {@code ROW_NUMBER() OVER (…)} in a total order. */
  String number(Scope scope) {
    return "ROW_NUMBER()" + over(scope, "");
  }

  /** What can stand in QUALIFY. */
  String qualification(Scope scope) {
    Options<String> options = generation.options();
    options.add(2, () -> number(scope) + " <= 2");
    options.addIf(generation.may(Construct.RANK), 1, () -> "RANK()" + ranked(scope) + " = 1");
    options.addIf(
        generation.may(Construct.WINDOW_AGGREGATE), 1, () -> "COUNT(*)" + range(scope) + " > 1");
    return options.choose();
  }

  private interface Call {
    String make();
  }

  private void add(Options<String> options, Construct construct, Call call) {
    options.addIf(
        generation.may(construct),
        1,
        () -> {
          generation.use(construct);
          return call.make();
        });
  }

  private String ignoring() {
    return generation.sometimes(Construct.IGNORE_NULLS, 4) ? " IGNORE NULLS" : "";
  }

  private String filter(Scope scope) {
    // Over groups the filter would hold aggregates, which PostgreSQL does not take.
    boolean overRows = scope.references().stream().allMatch(Reference::plain);
    if (!overRows || !generation.sometimes(Construct.WINDOW_FILTER, 5)) {
      return "";
    }
    Scope own = new Scope(scope.references(), null);
    return " FILTER (WHERE " + parts.expressions().plainPredicate(own, 1) + ")";
  }

  private String leaf(Kind kind, Scope scope) {
    String leaf = parts.expressions().leaf(kind, new Scope(scope.references(), null));
    // PostgreSQL gives a bare text no type here.
    return leaf.startsWith("'") ? kind.cast(leaf) : leaf;
  }

  private String partition(Scope scope) {
    boolean all = generation.choices().oneIn(4);
    return all ? "" : "PARTITION BY " + generation.choices().of(scope.references()).sql() + " ";
  }

  /** A window whose frames do not depend on the order of equal rows. */
  private String range(Scope scope) {
    String partition = partition(scope);
    Options<String> options = generation.options();
    options.add(2, () -> " OVER (" + partition.trim() + ")");
    options.add(2, () -> " OVER (" + partition + "ORDER BY " + ordered(scope) + ")");
    ranges.addTo(options, partition, scope);
    return options.choose();
  }

  private String ranked(Scope scope) {
    String partition = partition(scope);
    return " OVER (" + partition + "ORDER BY " + ordered(scope) + ")";
  }

  private String ordered(Scope scope) {
    String column = generation.choices().of(scope.references()).sql();
    return column + generation.choices().of(List.of("", " DESC", " NULLS FIRST"));
  }

  private String rows() {
    if (!generation.may(Construct.WINDOW_FRAME) || generation.choices().oneIn(2)) {
      return "";
    }
    String frame = generation.choices().of(ROWS);
    boolean excluding = generation.sometimes(Construct.WINDOW_EXCLUDE, 4);
    return frame + (excluding ? " EXCLUDE CURRENT ROW" : "");
  }

  private String over(Scope scope, String frame) {
    List<String> order = new ArrayList<>();
    String partition = partition(scope);
    order.add(ordered(scope));
    scope.references().stream().map(Reference::sql).forEach(order::add);
    return " OVER (" + partition + "ORDER BY " + String.join(", ", order) + frame + ")";
  }
}
