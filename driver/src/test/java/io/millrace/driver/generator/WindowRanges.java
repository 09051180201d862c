package io.millrace.driver.generator;

import io.millrace.driver.generator.Scope.Reference;
import java.util.List;

/** Frames of RANGE and GROUPS, with EXCLUDE: equal rows have equal ones. */
final class WindowRanges {
  private static final List<String> BOUNDS =
      List.of(
          "BETWEEN %1$s PRECEDING AND %1$s FOLLOWING",
          "BETWEEN %1$s PRECEDING AND CURRENT ROW",
          "BETWEEN CURRENT ROW AND %1$s FOLLOWING",
          "BETWEEN UNBOUNDED PRECEDING AND %1$s PRECEDING",
          "BETWEEN %1$s FOLLOWING AND UNBOUNDED FOLLOWING");

  private final Generation generation;

  WindowRanges(Generation generation) {
    this.generation = generation;
  }

  void addTo(Options<String> options, String partition, Scope scope) {
    List<Reference> numbers =
        scope.references().stream().filter(r -> !offset(r.kind()).isEmpty()).toList();
    options.addIf(
        generation.may(Construct.WINDOW_RANGE) && !numbers.isEmpty(),
        3,
        () -> {
          generation.use(Construct.WINDOW_RANGE);
          Reference column = generation.choices().of(numbers);
          return over(partition, column, " RANGE ", offset(column.kind()));
        });
    options.addIf(
        generation.may(Construct.WINDOW_GROUPS),
        2,
        () -> {
          generation.use(Construct.WINDOW_GROUPS);
          Reference column = generation.choices().of(scope.references());
          return over(partition, column, " GROUPS ", "1");
        });
  }

  /** How far a frame reaches over values of this kind; empty if they have no distance. */
  private String offset(Kind kind) {
    return switch (kind) {
      case INT, BIG -> "1";
      case DECIMAL -> "0.75";
      case DOUBLE -> generation.dialect().offset("0.5");
      case DATE -> "INTERVAL '1' DAY";
      case TIMESTAMP -> "INTERVAL '12' HOUR";
      case TEXT, CHAR, BOOL, INTS, QUOTIENT -> "";
    };
  }

  private String over(String partition, Reference column, String unit, String offset) {
    String direction = generation.choices().of(List.of("", " DESC", " NULLS FIRST"));
    String bounds = generation.choices().of(BOUNDS).formatted(offset);
    return " OVER (%sORDER BY %s%s%s%s%s)"
        .formatted(partition, column.sql(), direction, unit, bounds, exclusion());
  }

  private String exclusion() {
    if (!generation.sometimes(Construct.WINDOW_EXCLUDE, 3)) {
      return "";
    }
    String what = generation.choices().of(List.of("TIES", "CURRENT ROW", "GROUP", "NO OTHERS"));
    return " EXCLUDE " + what;
  }
}
