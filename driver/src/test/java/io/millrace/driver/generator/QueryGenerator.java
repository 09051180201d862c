package io.millrace.driver.generator;

import io.millrace.driver.generator.FromClauses.From;
import io.millrace.driver.generator.Scope.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queries whose columns are c1, c2, … of wanted kinds: plain and grouped selects, set operations,
 * CTEs, top-k and windows, nested in each other. One query each.
 */
final class QueryGenerator {
  /**
   * @param rows about how many
   */
  record Query(String sql, long rows) {}

  private static final int DEPTH = 3;

  private final Generation generation;
  private final Expressions expressions;
  private final Predicates predicates;
  private final Subqueries subqueries;
  private final FromClauses fromClauses;
  private final Aggregates aggregates;
  private final GroupedQueries grouped;
  private final Windows windows;

  QueryGenerator(Generation generation) {
    this.generation = generation;
    this.expressions = new Expressions(generation, this);
    this.predicates = new Predicates(generation, this);
    this.subqueries = new Subqueries(generation, this);
    this.fromClauses = new FromClauses(generation, this);
    this.aggregates = new Aggregates(generation, this);
    this.grouped = new GroupedQueries(generation, this);
    this.windows = new Windows(generation, this);
  }

  Expressions expressions() {
    return expressions;
  }

  Predicates predicates() {
    return predicates;
  }

  Subqueries subqueries() {
    return subqueries;
  }

  FromClauses fromClauses() {
    return fromClauses;
  }

  Aggregates aggregates() {
    return aggregates;
  }

  Windows windows() {
    return windows;
  }

  /** A whole query. */
  Source query() {
    List<Kind> kinds = kinds(4);
    Query query = query(kinds, null, DEPTH);
    return source(query.sql(), kinds, query.rows());
  }

  /** One to {@code most} kinds. */
  List<Kind> kinds(int most) {
    List<Kind> kinds = new ArrayList<>();
    for (int more = generation.choices().below(most); more >= 0; more--) {
      kinds.add(generation.choices().of(Kind.ALL));
    }
    if (generation.has(Construct.AVG) && generation.choices().oneIn(10)) {
      kinds.add(Kind.QUOTIENT);
    }
    return kinds;
  }

  /** A query as something to select from. */
  Source source(String sql, List<Kind> kinds, long rows) {
    List<Source.Field> fields = new ArrayList<>();
    for (Kind kind : kinds) {
      fields.add(new Source.Field("c" + (fields.size() + 1), kind));
    }
    return new Source(sql, fields, rows);
  }

  /** A query of these kinds that may see the columns of enclosing queries. */
  Query query(List<Kind> kinds, @Nullable Scope outer, int depth) {
    Options<Query> options = generation.options();
    options.add(8, () -> ordered(select(kinds, outer, depth), kinds));
    if (depth > 0 && generation.hasRoom()) {
      options.addIf(
          generation.may(Construct.GROUP_BY),
          5,
          () -> ordered(grouped.of(kinds, outer, depth), kinds));
      boolean scalar =
          generation.may(Construct.SCALAR_AGGREGATE) && kinds.stream().allMatch(aggregates::give);
      options.addIf(scalar, 1, () -> oneRow(kinds, outer, depth));
      options.add(4, () -> orderedSetOperation(kinds, outer, depth));
      options.addIf(
          generation.may(Construct.CTE), 2, () -> withCommonTable(kinds, outer, depth - 1));
      options.addIf(
          generation.may(Construct.TOP_PER_GROUP), 1, () -> topPerGroup(kinds, outer, depth));
      options.addIf(
          generation.may(Construct.DISTINCT_ON), 1, () -> distinctOn(kinds, outer, depth - 1));
    }
    return options.choose();
  }

  /** SELECT without grouping. */
  Query select(List<Kind> kinds, @Nullable Scope outer, int depth) {
    From from = fromClauses.from(outer, depth);
    String where = where(from, outer, depth);
    Scope scope = visible(from, outer);
    List<String> items = new ArrayList<>();
    boolean windowed = false;
    for (Kind kind : kinds) {
      boolean first = !windowed && windows.give(kind) && generation.choices().oneIn(4);
      boolean more =
          windowed
              && windows.givesAlike(kind)
              && generation.sometimes(Construct.SEVERAL_WINDOWS, 2);
      windowed |= first;
      if (first) {
        items.add(windows.of(kind, scope));
      } else {
        items.add(more ? windows.alike(kind, scope) : expressions.of(kind, scope, 2));
      }
    }
    boolean qualified = !windowed && generation.sometimes(Construct.QUALIFY, 8);
    windowed |= qualified;
    String qualify = qualified ? " QUALIFY " + windows.qualification(scope) : "";
    boolean mayBeDistinct = !windowed || generation.may(Construct.DISTINCT_WINDOW);
    boolean unique = mayBeDistinct && generation.sometimes(Construct.DISTINCT, 6);
    if (unique && windowed) {
      generation.use(Construct.DISTINCT_WINDOW);
    }
    String distinct = unique ? "DISTINCT " : "";
    return new Query(
        "SELECT " + distinct + list(items) + " FROM " + from.sql() + where + qualify, from.rows());
  }

  /** Aggregates over all rows: always one row. */
  Query oneRow(List<Kind> kinds, @Nullable Scope outer, int depth) {
    generation.use(Construct.SCALAR_AGGREGATE);
    From from = fromClauses.from(outer, Math.max(0, depth - 1));
    String where = where(from, outer, depth);
    List<String> items = new ArrayList<>();
    kinds.forEach(kind -> items.add(aggregates.of(kind, from.scope())));
    return new Query("SELECT " + list(items) + " FROM " + from.sql() + where, 1);
  }

  private Query distinctOn(List<Kind> kinds, @Nullable Scope outer, int depth) {
    generation.use(Construct.DISTINCT_ON);
    Query query = query(kinds, outer, depth);
    List<String> names = new ArrayList<>();
    kinds.forEach(kind -> names.add("c" + (names.size() + 1)));
    return new Query(
        "SELECT DISTINCT ON (c1) %s FROM (%s) AS %s%s"
            .formatted(
                String.join(", ", names), query.sql(), generation.alias(), order(kinds.size())),
        query.rows());
  }

  private Query topPerGroup(List<Kind> kinds, @Nullable Scope outer, int depth) {
    generation.use(Construct.TOP_PER_GROUP);
    From from = fromClauses.from(outer, depth - 1);
    String where = where(from, outer, depth);
    Scope scope = visible(from, outer);
    List<String> items = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Kind kind : kinds) {
      items.add(expressions.leaf(kind, scope));
      names.add("c" + items.size());
    }
    String alias = generation.alias();
    String inner =
        "SELECT %s, %s AS n FROM %s%s"
            .formatted(
                list(items),
                windows.number(new Scope(from.scope().references(), null)),
                from.sql(),
                where);
    int bound = 1 + generation.choices().below(3);
    return new Query(
        "SELECT %s FROM (%s) AS %s WHERE n <= %d"
            .formatted(String.join(", ", names), inner, alias, bound),
        from.rows());
  }

  private Query orderedSetOperation(List<Kind> kinds, @Nullable Scope outer, int depth) {
    if (depth == DEPTH) {
      return ordered(setOperation(kinds, outer, depth - 1, false), kinds);
    }
    // Chosen before its branches take what is left of the budget.
    boolean ordered =
        generation.may(Construct.ORDERED_SET_OPERATION) && generation.choices().oneIn(4);
    return setOperation(kinds, outer, depth - 1, ordered);
  }

  private Query setOperation(List<Kind> kinds, @Nullable Scope outer, int depth, boolean ordered) {
    Query first = query(kinds, outer, depth);
    StringBuilder sql = new StringBuilder("(" + first.sql() + ")");
    long rows = first.rows();
    boolean combined = false;
    for (int more = 1 + generation.choices().below(2); more > 0; more--) {
      Options<Construct> options = generation.options();
      for (Construct construct :
          List.of(
              Construct.UNION_ALL,
              Construct.UNION,
              Construct.EXCEPT,
              Construct.EXCEPT_ALL,
              Construct.INTERSECT,
              Construct.INTERSECT_ALL)) {
        options.addIf(generation.may(construct), 1, () -> construct);
      }
      if (options.isEmpty()) {
        break;
      }
      Construct operation = options.choose();
      generation.use(operation);
      combined = true;
      Query next = query(kinds, outer, depth);
      sql.append(" ").append(operation.name().replace('_', ' '));
      sql.append(" (").append(next.sql()).append(")");
      rows += next.rows();
    }
    Query query = new Query(sql.toString(), rows);
    if (!ordered || !combined) {
      return query;
    }
    generation.use(Construct.ORDERED_SET_OPERATION);
    return firstRows(query, kinds);
  }

  private Query withCommonTable(List<Kind> kinds, @Nullable Scope outer, int depth) {
    generation.use(Construct.CTE);
    List<Kind> common = kinds(3);
    Query definition = query(common, null, depth);
    String name = "w" + generation.alias();
    int before = generation.sources().size();
    // Twice, so that it is often read twice.
    Source source = source(name, common, definition.rows());
    generation.sources().add(source);
    generation.sources().add(source);
    Query body = select(kinds, outer, depth);
    generation.sources().subList(before, generation.sources().size()).clear();
    return new Query("WITH " + name + " AS (" + definition.sql() + ") " + body.sql(), body.rows());
  }

  private Query ordered(Query query, List<Kind> kinds) {
    if (generation.sometimes(Construct.WITH_TIES, 12)) {
      int bound = 1 + generation.choices().below(3);
      String order = order(1 + generation.choices().below(kinds.size()));
      String skipped =
          generation.sometimes(Construct.OFFSET, 3)
              ? " OFFSET " + generation.choices().below(3) + " ROWS"
              : "";
      String ties = skipped + " FETCH FIRST " + bound + " ROWS WITH TIES";
      return new Query(query.sql() + order + ties, query.rows());
    }
    return generation.sometimes(Construct.ORDER_LIMIT, 8) ? firstRows(query, kinds) : query;
  }

  private Query firstRows(Query query, List<Kind> kinds) {
    StringBuilder sql = new StringBuilder(query.sql()).append(order(kinds.size()));
    int limit = 1 + generation.choices().below(4);
    sql.append(" LIMIT ").append(limit);
    if (generation.sometimes(Construct.OFFSET, 3)) {
      sql.append(" OFFSET ").append(generation.choices().below(3));
    }
    return new Query(sql.toString(), limit);
  }

  /** ORDER BY the first columns. */
  private String order(int columns) {
    StringBuilder sql = new StringBuilder(" ORDER BY ");
    for (int i = 1; i <= columns; i++) {
      String direction =
          generation.choices().of(List.of("", " DESC", " NULLS FIRST", " DESC NULLS LAST"));
      sql.append(i > 1 ? ", " : "").append("c").append(i).append(direction);
    }
    return sql.toString();
  }

  /** WHERE with the join condition of a comma, a correlation and anything else. */
  String where(From from, @Nullable Scope outer, int depth) {
    List<String> conditions = new ArrayList<>();
    if (from.where() != null) {
      conditions.add(from.where());
    }
    Scope scope = visible(from, outer);
    if (outer != null && generation.choices().oneIn(2)) {
      correlation(scope, conditions);
    }
    if (generation.choices().oneIn(3)) {
      conditions.add("(" + predicates.of(scope, Math.min(depth, 2)) + ")");
    }
    return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
  }

  private void correlation(Scope scope, List<String> conditions) {
    List<Kind> kinds =
        scope.kinds().stream().filter(kind -> !scope.outerOf(kind).isEmpty()).toList();
    if (kinds.isEmpty()) {
      return;
    }
    Kind kind = generation.choices().of(kinds);
    String inner = generation.choices().of(scope.of(kind));
    String operator = generation.choices().of(List.of(" = ", " = ", " < "));
    conditions.add(inner + operator + generation.choices().of(scope.outerOf(kind)));
  }

  static Scope visible(From from, @Nullable Scope outer) {
    return new Scope(from.scope().references(), outer);
  }

  /** Items named c1, c2, …. */
  static String list(List<String> items) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < items.size(); i++) {
      list.append(i > 0 ? ", " : "").append(items.get(i)).append(" AS c").append(i + 1);
    }
    return list.toString();
  }

  /** A column of this kind that a group key can be, or null. */
  static List<Reference> columns(Scope scope) {
    return scope.references().stream().filter(Reference::plain).toList();
  }
}
