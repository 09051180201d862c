package io.millrace.driver.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns that an expression may name. Immutable.
 *
 * @param references of this query's FROM, or its group keys and aggregate calls
 * @param outer what a correlated subquery sees besides; null at the top
 */
record Scope(List<Reference> references, @Nullable Scope outer) {
  /**
   * @param sql how it is written
   * @param plain a column, not an expression: only columns can be seen from inside a subquery
   */
  record Reference(String sql, Kind kind, boolean plain) {}

  Scope {
    references = List.copyOf(references);
  }

  static Scope empty(@Nullable Scope outer) {
    return new Scope(List.of(), outer);
  }

  /** Both, in the same query. */
  Scope and(Scope more) {
    List<Reference> all = new ArrayList<>(references);
    all.addAll(more.references);
    return new Scope(all, outer);
  }

  List<String> of(Kind kind) {
    return references.stream().filter(r -> r.kind() == kind).map(Reference::sql).toList();
  }

  /** Columns of the enclosing queries. */
  List<String> outerOf(Kind kind) {
    List<String> all = new ArrayList<>();
    for (Scope scope = outer; scope != null; scope = scope.outer) {
      for (Reference reference : scope.references) {
        if (reference.kind() == kind && reference.plain()) {
          all.add(reference.sql());
        }
      }
    }
    return all;
  }

  /** Whether a text has a column of an enclosing query in it. */
  boolean namesOuter(String text) {
    return Stream.of(Kind.values())
        .flatMap(kind -> outerOf(kind).stream())
        .anyMatch(column -> Pattern.compile(Pattern.quote(column) + "\\b").matcher(text).find());
  }

  /** The kinds that this query's own columns have, in their order. */
  List<Kind> kinds() {
    return references.stream().map(Reference::kind).distinct().toList();
  }
}
