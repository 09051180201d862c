package io.millrace.driver.generator;

import io.millrace.driver.generator.Scope.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Window calls of a wanted kind. Where the result depends on the order of equal rows, the order
 * names every column, so that equal rows are alike.
 */
final class Windows {
  private final Generation generation;
  private final QueryGenerator parts;

  Windows(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  /** Whether some window call can give this kind now. */
  boolean give(Kind kind) {
    return generation.may(Construct.LAG_LEAD)
        || generation.may(Construct.FIRST_LAST)
        || (kind == Kind.BIG
            && (generation.may(Construct.ROW_NUMBER)
                || generation.may(Construct.RANK)
                || generation.may(Construct.WINDOW_AGGREGATE)));
  }

  String of(Kind kind, Scope scope) {
    Options<String> options = generation.options();
    if (kind == Kind.BIG) {
      add(options, Construct.ROW_NUMBER, "ROW_NUMBER()", over(scope, ""));
      add(options, Construct.RANK, "RANK()", ranked(scope));
      add(options, Construct.RANK, "DENSE_RANK()", ranked(scope));
      String number = leaf(Kind.INT, scope);
      add(options, Construct.WINDOW_AGGREGATE, "SUM(" + number + ")", over(scope, ""));
      add(options, Construct.WINDOW_AGGREGATE, "COUNT(*)", ranked(scope));
      add(options, Construct.WINDOW_AGGREGATE, "SUM(" + number + ")", whole(scope));
      String frame = generation.choices().of(FRAMES);
      add(options, Construct.WINDOW_FRAME, "SUM(" + number + ")", over(scope, frame));
      add(options, Construct.WINDOW_FRAME, "COUNT(" + number + ")", over(scope, frame));
    }
    String value = leaf(kind, scope);
    add(options, Construct.LAG_LEAD, "LAG(" + value + ")", over(scope, ""));
    add(options, Construct.LAG_LEAD, "LEAD(" + value + ", 2)", over(scope, ""));
    add(options, Construct.FIRST_LAST, "FIRST_VALUE(" + value + ")", over(scope, ""));
    add(options, Construct.FIRST_LAST, "LAST_VALUE(" + value + ")", over(scope, ""));
    return options.choose();
  }

  /** {@code ROW_NUMBER() OVER (…)} in a total order. */
  String number(Scope scope) {
    return "ROW_NUMBER()" + over(scope, "");
  }

  private static final List<String> FRAMES =
      List.of(
          " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
          " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING",
          " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
          " ROWS 2 PRECEDING");

  private void add(Options<String> options, Construct construct, String call, String over) {
    options.addIf(
        generation.may(construct),
        1,
        () -> {
          generation.use(construct);
          return call + over;
        });
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

  private String whole(Scope scope) {
    return " OVER (" + partition(scope).trim() + ")";
  }

  private String ranked(Scope scope) {
    String partition = partition(scope);
    return " OVER (" + partition + "ORDER BY " + ordered(scope) + ")";
  }

  private String ordered(Scope scope) {
    String column = generation.choices().of(scope.references()).sql();
    return column + generation.choices().of(List.of("", " DESC", " NULLS FIRST"));
  }

  private String over(Scope scope, String frame) {
    List<String> order = new ArrayList<>();
    String partition = partition(scope);
    order.add(ordered(scope));
    scope.references().stream().map(Reference::sql).forEach(order::add);
    return " OVER (" + partition + "ORDER BY " + String.join(", ", order) + frame + ")";
  }
}
