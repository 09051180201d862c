package io.millrace.driver.generator;

import io.millrace.driver.generator.Scope.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FROM: tables, derived tables, VALUES, and joins of all kinds under conditions of all shapes. */
final class FromClauses {
  /** Products are not made larger than about this many rows. */
  private static final long MOST_ROWS = 3_000;

  /**
   * @param where a join condition that has to stand in WHERE; null if there is none
   * @param last whether no join may follow: a comma binds weaker than JOIN
   * @param rows about how many
   */
  record From(String sql, Scope scope, @Nullable String where, boolean last, long rows) {
    From(String sql, Scope scope, long rows) {
      this(sql, scope, null, false, rows);
    }
  }

  private final Generation generation;
  private final QueryGenerator parts;
  private final UnnestedArrays unnested;
  private final AsofClauses asof;

  FromClauses(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
    this.unnested = new UnnestedArrays(generation, parts);
    this.asof = new AsofClauses(generation);
  }

  UnnestedArrays unnested() {
    return unnested;
  }

  From from(@Nullable Scope outer, int depth) {
    From from = item(outer, depth);
    for (int joins = generation.choices().below(3); joins > 0; joins--) {
      if (!generation.hasRoom() || from.last()) {
        return from;
      }
      from = joined(from, outer, depth);
    }
    return from;
  }

  private From item(@Nullable Scope outer, int depth) {
    Options<From> options = generation.options();
    options.add(8, () -> named(generation.choices().of(generation.sources()), outer));
    options.addIf(
        depth > 0 && generation.may(Construct.DERIVED_TABLE), 1, () -> derived(outer, depth - 1));
    options.addIf(generation.may(Construct.VALUES), 1, () -> values(outer));
    return options.choose();
  }

  private From named(Source source, @Nullable Scope outer) {
    String alias = generation.alias();
    return new From(source.sql() + " AS " + alias, source.scope(alias, outer), source.rows());
  }

  private From derived(@Nullable Scope outer, int depth) {
    generation.use(Construct.DERIVED_TABLE);
    // A derived table does not see its neighbours, only what encloses the whole query.
    return aliased(parts.kinds(3), outer, outer, depth);
  }

  private From aliased(
      List<Kind> kinds, @Nullable Scope visible, @Nullable Scope outer, int depth) {
    QueryGenerator.Query query = parts.query(kinds, visible, depth);
    return named(parts.source("(" + query.sql() + ")", kinds, query.rows()), outer);
  }

  private From values(@Nullable Scope outer) {
    generation.use(Construct.VALUES);
    List<Kind> kinds = parts.kinds(2);
    List<String> rows = new ArrayList<>();
    for (int row = generation.choices().below(3); row >= 0; row--) {
      List<String> cells = new ArrayList<>();
      for (Kind kind : kinds) {
        boolean isNull = generation.choices().oneIn(6);
        cells.add(isNull ? kind.nullLiteral() : kind.cast(kind.literal(generation.choices())));
      }
      rows.add("(" + String.join(", ", cells) + ")");
    }
    String alias = generation.alias();
    Source source = parts.source("", kinds, rows.size());
    List<String> names = source.fields().stream().map(Source.Field::name).toList();
    return new From(
        "(VALUES %s) AS %s (%s)"
            .formatted(String.join(", ", rows), alias, String.join(", ", names)),
        source.scope(alias, outer),
        rows.size());
  }

  private From joined(From left, @Nullable Scope outer, int depth) {
    Options<From> options = generation.options();
    addJoin(options, Construct.INNER_JOIN, 6, " JOIN ", left, outer, depth);
    addJoin(options, Construct.LEFT_JOIN, 4, " LEFT JOIN ", left, outer, depth);
    addJoin(options, Construct.RIGHT_JOIN, 2, " RIGHT JOIN ", left, outer, depth);
    addJoin(options, Construct.FULL_JOIN, 3, " FULL JOIN ", left, outer, depth);
    options.addIf(generation.may(Construct.COMMA_JOIN), 2, () -> comma(left, outer, depth));
    options.addIf(generation.may(Construct.CROSS_JOIN), 1, () -> cross(left, outer, depth));
    options.addIf(generation.may(Construct.NESTED_JOIN), 2, () -> nested(left, outer, depth));
    options.addIf(generation.may(Construct.USING_JOIN), 2, () -> merged(left, outer, true));
    options.addIf(generation.may(Construct.NATURAL_JOIN), 1, () -> merged(left, outer, false));
    boolean lateral = depth > 0;
    options.addIf(
        lateral && generation.may(Construct.LATERAL), 1, () -> lateral(left, outer, depth - 1));
    options.addIf(
        lateral && generation.may(Construct.LEFT_LATERAL),
        1,
        () -> leftLateral(left, outer, depth - 1));
    unnested.addTo(options, left, outer);
    addAsof(options, Construct.ASOF_JOIN, left, outer);
    addAsof(options, Construct.LEFT_ASOF_JOIN, left, outer);
    return options.isEmpty() ? left : options.choose();
  }

  private void addJoin(
      Options<From> options,
      Construct construct,
      int weight,
      String keyword,
      From left,
      @Nullable Scope outer,
      int depth) {
    options.addIf(
        generation.may(construct),
        weight,
        () -> {
          generation.use(construct);
          From right = item(outer, depth);
          if (right.sql().startsWith(left.sql().split(" ", 2)[0] + " ")) {
            generation.use(Construct.SELF_JOIN);
          }
          return on(left, keyword, right, outer, depth);
        });
  }

  private void addAsof(
      Options<From> options, Construct construct, From left, @Nullable Scope outer) {
    options.addIf(
        generation.may(construct),
        1,
        () -> {
          From right = named(generation.choices().of(generation.sources()), outer);
          return AsofClauses.isPossible(left, right)
              ? asof.join(left, right, construct)
              : join(left, " JOIN ", right, " ON " + equality(left, right));
        });
  }

  private From on(From left, String keyword, From right, @Nullable Scope outer, int depth) {
    boolean large = left.rows() * right.rows() > MOST_ROWS;
    String condition = large ? equality(left, right) : condition(left, right, outer, depth);
    return join(left, keyword, right, " ON " + condition);
  }

  static From join(From left, String keyword, From right, String on) {
    long rows = Math.min(left.rows() * right.rows(), 2 * Math.max(left.rows(), right.rows()));
    return new From(left.sql() + keyword + right.sql() + on, left.scope().and(right.scope()), rows);
  }

  private From comma(From left, @Nullable Scope outer, int depth) {
    generation.use(Construct.COMMA_JOIN);
    From right = item(outer, depth);
    From product = join(left, ", ", right, "");
    return new From(product.sql(), product.scope(), equality(left, right), true, product.rows());
  }

  private From cross(From left, @Nullable Scope outer, int depth) {
    From right = item(outer, depth);
    if (left.rows() * right.rows() > MOST_ROWS / 10) {
      generation.use(Construct.INNER_JOIN);
      return join(left, " JOIN ", right, " ON " + equality(left, right));
    }
    generation.use(Construct.CROSS_JOIN);
    From product = join(left, " CROSS JOIN ", right, "");
    return new From(product.sql(), product.scope(), left.rows() * right.rows());
  }

  private From nested(From left, @Nullable Scope outer, int depth) {
    generation.use(Construct.NESTED_JOIN);
    From first = item(outer, 0);
    String inside = generation.choices().of(List.of(" JOIN ", " LEFT JOIN ", " FULL JOIN "));
    From pair = join(first, inside, item(outer, 0), "");
    int columns = first.scope().references().size();
    List<Reference> all = pair.scope().references();
    From rest = new From("", new Scope(all.subList(columns, all.size()), outer), 1);
    From right =
        new From(
            "(" + pair.sql() + " ON " + equality(first, rest) + ")", pair.scope(), pair.rows());
    return on(left, generation.choices().of(List.of(" JOIN ", " LEFT JOIN ")), right, outer, depth);
  }

  /** USING or NATURAL over two tables whose columns are renamed, so that just one is common. */
  private From merged(From left, @Nullable Scope outer, boolean using) {
    Source first = generation.choices().of(generation.sources());
    Source second = generation.choices().of(generation.sources());
    Source.Field key = first.fields().get(generation.choices().below(first.fields().size()));
    List<Source.Field> same = second.fields().stream().filter(f -> f.kind() == key.kind()).toList();
    if (same.isEmpty()) {
      generation.use(Construct.CROSS_JOIN);
      return join(left, " JOIN ", named(first, outer), " ON TRUE");
    }
    generation.use(using ? Construct.USING_JOIN : Construct.NATURAL_JOIN);
    String kind = generation.choices().of(List.of(" JOIN ", " LEFT JOIN ", " FULL JOIN "));
    Source.Field partner = generation.choices().of(same);
    String merged =
        "(SELECT m, x, y FROM (%s) AS a%s (%s) AS b%s)"
            .formatted(
                renamed(first, key.name(), "x"),
                using ? kind : " NATURAL" + kind,
                renamed(second, partner.name(), "y"),
                using ? " USING (m)" : "");
    Kind x = first.fields().get(0).kind();
    Kind y = second.fields().get(0).kind();
    Source source =
        new Source(
            merged,
            List.of(
                new Source.Field("m", key.kind()),
                new Source.Field("x", x),
                new Source.Field("y", y)),
            first.rows() + second.rows());
    From right = named(source, outer);
    return join(left, " JOIN ", right, " ON " + equality(left, right));
  }

  private static String renamed(Source source, String key, String other) {
    return "SELECT %s AS m, %s AS %s FROM %s"
        .formatted(key, source.fields().get(0).name(), other, source.sql());
  }

  private From lateral(From left, @Nullable Scope outer, int depth) {
    generation.use(Construct.LATERAL);
    From right = aliased(parts.kinds(2), left.scope(), outer, depth);
    From product = join(left, ", LATERAL ", right, "");
    return new From(product.sql(), product.scope(), null, true, product.rows());
  }

  private From leftLateral(From left, @Nullable Scope outer, int depth) {
    generation.use(Construct.LEFT_LATERAL);
    From right = aliased(parts.kinds(2), left.scope(), outer, depth);
    return join(left, " LEFT JOIN LATERAL ", right, " ON TRUE");
  }

  private String condition(From left, From right, @Nullable Scope outer, int depth) {
    Scope both = new Scope(left.scope().and(right.scope()).references(), outer);
    Options<String> options = generation.options();
    options.add(6, () -> equality(left, right));
    options.add(3, () -> equality(left, right) + " AND " + residual(both, depth));
    options.add(1, () -> equality(left, right) + " AND " + residual(left.scope(), depth));
    options.add(1, () -> equality(left, right) + " AND " + residual(right.scope(), depth));
    options.add(1, () -> equality(left, right) + " AND " + equality(left, right));
    options.add(1, () -> computed(left, right));
    options.addIf(generation.may(Construct.JOIN_NULL_SAFE), 1, () -> nullSafe(left, right));
    options.addIf(generation.may(Construct.JOIN_WITH_OR), 1, () -> either(left, right, both));
    options.addIf(
        generation.may(Construct.JOIN_WITHOUT_EQUALITY),
        1,
        () -> {
          generation.use(Construct.JOIN_WITHOUT_EQUALITY);
          return residual(both, depth);
        });
    options.addIf(
        depth > 0 && generation.may(Construct.JOIN_WITH_SUBQUERY),
        1,
        () -> {
          generation.use(Construct.JOIN_WITH_SUBQUERY);
          return equality(left, right) + " AND " + parts.predicates().of(both, depth);
        });
    return options.choose();
  }

  private String residual(Scope scope, int depth) {
    return parts.expressions().plainPredicate(scope, Math.min(depth, 1));
  }

  private String nullSafe(From left, From right) {
    generation.use(Construct.JOIN_NULL_SAFE);
    return equality(left, right).replaceFirst(" = ", " IS NOT DISTINCT FROM ");
  }

  private String either(From left, From right, Scope both) {
    generation.use(Construct.JOIN_WITH_OR);
    return "(" + equality(left, right) + " OR " + residual(both, 0) + ")";
  }

  private String computed(From left, From right) {
    Kind kind = common(left, right);
    return parts.expressions().plain(kind, new Scope(left.scope().references(), null), 1)
        + " = "
        + parts.expressions().plain(kind, new Scope(right.scope().references(), null), 1);
  }

  /** An equality of two columns; of anything that can be compared where no kind is common. */
  private String equality(From left, From right) {
    Kind kind = common(left, right);
    Scope leftOnly = new Scope(left.scope().references(), null);
    Scope rightOnly = new Scope(right.scope().references(), null);
    return column(kind, leftOnly) + " = " + column(kind, rightOnly);
  }

  private String column(Kind kind, Scope scope) {
    List<String> columns = scope.of(kind);
    return columns.isEmpty()
        ? kind.literal(generation.choices())
        : generation.choices().of(columns);
  }

  private Kind common(From left, From right) {
    List<Kind> kinds = new ArrayList<>(right.scope().kinds());
    kinds.retainAll(left.scope().kinds());
    return generation.choices().of(kinds.isEmpty() ? right.scope().kinds() : kinds);
  }
}
