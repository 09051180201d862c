package io.millrace.driver.generator;

import io.millrace.driver.generator.FromClauses.From;
import io.millrace.driver.generator.Scope.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UNNEST of arrays of a row: beside it, on the outer side, numbered. */
final class UnnestedArrays {
  private final Generation generation;
  private final QueryGenerator parts;

  UnnestedArrays(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  void addTo(Options<From> options, From left, @Nullable Scope outer) {
    options.addIf(
        generation.may(Construct.UNNEST), 1, () -> comma(left, outer, Construct.UNNEST, false));
    options.addIf(
        generation.may(Construct.UNNEST_WITH_ORDINALITY),
        1,
        () -> comma(left, outer, Construct.UNNEST_WITH_ORDINALITY, true));
    options.addIf(generation.may(Construct.LEFT_UNNEST), 1, () -> left(left, outer));
  }

  private From comma(From left, @Nullable Scope outer, Construct construct, boolean numbered) {
    generation.use(construct);
    From product =
        FromClauses.join(left, ", ", unnest(array(left.scope()), numbered, outer, left), "");
    return new From(product.sql(), product.scope(), null, true, left.rows() * 2);
  }

  private From left(From left, @Nullable Scope outer) {
    generation.use(Construct.LEFT_UNNEST);
    From right = unnest(array(left.scope()), false, outer, left);
    return FromClauses.join(left, " LEFT JOIN ", right, " ON TRUE");
  }

  /** A query of one column, of a kind that the scope has, over an array of a row of the scope. */
  String query(Kind kind, Scope scope) {
    String alias = generation.alias();
    String where = generation.choices().oneIn(3) ? " WHERE " + alias + ".e IS NOT NULL" : "";
    return "(SELECT %s.e FROM UNNEST(%s) AS %s (e)%s)"
        .formatted(alias, made(kind, scope), alias, where);
  }

  private record Array(String sql, Kind element) {}

  /** A column that is an array, or one made of values. */
  private Array array(Scope scope) {
    List<String> columns = scope.of(Kind.INTS);
    if (!columns.isEmpty() && !generation.choices().oneIn(3)) {
      return new Array(generation.choices().of(columns), Kind.INT);
    }
    Kind kind = parts.expressions().kindOf(scope);
    // An array of arrays is another type here and a wider array in PostgreSQL.
    Kind element = kind == Kind.INTS ? Kind.INT : kind;
    return new Array(made(element, scope), element);
  }

  private String made(Kind kind, Scope scope) {
    String first = parts.expressions().leaf(kind, scope);
    return "ARRAY[" + first + ", " + parts.expressions().leaf(kind, scope) + "]";
  }

  private From unnest(Array array, boolean numbered, @Nullable Scope outer, From left) {
    String alias = generation.alias();
    List<Reference> columns = new ArrayList<>();
    columns.add(new Reference(alias + ".e", array.element(), true));
    if (numbered) {
      columns.add(new Reference("CAST(" + alias + ".n AS BIGINT)", Kind.BIG, false));
    }
    String sql =
        "UNNEST(%s)%s AS %s (e%s)"
            .formatted(
                array.sql(), numbered ? " WITH ORDINALITY" : "", alias, numbered ? ", n" : "");
    return new From(sql, new Scope(columns, outer), Math.max(2, left.rows()));
  }
}
