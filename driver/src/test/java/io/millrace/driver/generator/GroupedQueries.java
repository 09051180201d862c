package io.millrace.driver.generator;

import io.millrace.driver.generator.FromClauses.From;
import io.millrace.driver.generator.QueryGenerator.Query;
import io.millrace.driver.generator.Scope.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GROUP BY over columns, expressions and grouping sets, with HAVING. */
final class GroupedQueries {
  private final Generation generation;
  private final QueryGenerator parts;

  GroupedQueries(Generation generation, QueryGenerator parts) {
    this.generation = generation;
    this.parts = parts;
  }

  Query of(List<Kind> kinds, @Nullable Scope outer, int depth) {
    generation.use(Construct.GROUP_BY);
    From from = parts.fromClauses().from(outer, depth - 1);
    String where = parts.where(from, outer, depth - 1);
    List<Reference> keys = new ArrayList<>();
    String groups = groups(from.scope(), keys);
    List<Reference> visible = new ArrayList<>(keys);
    addAggregates(visible, kinds, from.scope());
    boolean seesOuter = outer != null && generation.has(Construct.OUTER_COLUMN_IN_GROUPED);
    Scope scope = new Scope(visible, seesOuter ? outer : null);
    List<String> items = new ArrayList<>();
    kinds.forEach(kind -> items.add(item(kind, scope)));
    addWindow(items, kinds, visible);
    String having = having(scope, depth);
    if (seesOuter && scope.namesOuter(items + having)) {
      generation.use(Construct.OUTER_COLUMN_IN_GROUPED);
    }
    return new Query(
        "SELECT %s FROM %s%s GROUP BY %s%s"
            .formatted(QueryGenerator.list(items), from.sql(), where, groups, having),
        from.rows());
  }

  /** Sometimes a window over the groups in place of the last item. */
  private void addWindow(List<String> items, List<Kind> kinds, List<Reference> groups) {
    Kind kind = kinds.get(kinds.size() - 1);
    if (parts.windows().givesAlike(kind) && generation.sometimes(Construct.WINDOW_OVER_GROUPS, 8)) {
      items.set(items.size() - 1, parts.windows().alike(kind, new Scope(groups, null)));
    }
  }

  private String item(Kind kind, Scope scope) {
    return parts.expressions().of(kind, scope, generation.choices().below(2));
  }

  private void addAggregates(List<Reference> visible, List<Kind> kinds, Scope rows) {
    for (Kind kind : kinds) {
      if (parts.aggregates().give(kind) && !generation.choices().oneIn(3)) {
        visible.add(new Reference(parts.aggregates().of(kind, rows), kind, false));
      }
    }
    visible.add(new Reference(parts.aggregates().of(Kind.BIG, rows), Kind.BIG, false));
  }

  /** What stands behind GROUP BY; adds the keys. */
  private String groups(Scope rows, List<Reference> keys) {
    List<Reference> columns = QueryGenerator.columns(rows);
    Options<String> options = generation.options();
    options.add(6, () -> columns(columns, keys, 1 + generation.choices().below(2), true));
    options.addIf(
        generation.may(Construct.GROUP_BY_EXPRESSION), 2, () -> expression(rows, columns, keys));
    options.addIf(
        generation.may(Construct.ROLLUP),
        1,
        () -> sets(Construct.ROLLUP, "ROLLUP (%s)", columns, keys));
    options.addIf(
        generation.may(Construct.CUBE), 1, () -> sets(Construct.CUBE, "CUBE (%s)", columns, keys));
    options.addIf(
        generation.may(Construct.GROUPING_SETS),
        1,
        () -> sets(Construct.GROUPING_SETS, "GROUPING SETS ((%2$s), (%1$s), ())", columns, keys));
    options.addIf(
        generation.may(Construct.MIXED_GROUPING_SETS),
        1,
        () -> sets(Construct.MIXED_GROUPING_SETS, "%2$s, ROLLUP (%1$s)", columns, keys));
    options.addIf(
        generation.may(Construct.NESTED_GROUPING_SETS),
        1,
        () ->
            sets(
                Construct.NESTED_GROUPING_SETS,
                "GROUPING SETS (ROLLUP (%1$s), CUBE (%2$s), (%1$s))",
                columns,
                keys));
    return options.choose();
  }

  private String columns(List<Reference> columns, List<Reference> keys, int count, boolean plain) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Reference column = generation.choices().of(columns);
      if (!names.contains(column.sql())) {
        names.add(column.sql());
        keys.add(new Reference(column.sql(), column.kind(), plain));
      }
    }
    return String.join(", ", names);
  }

  private String expression(Scope rows, List<Reference> columns, List<Reference> keys) {
    Reference column = generation.choices().of(columns);
    Scope only = new Scope(rows.references(), null);
    String key = parts.expressions().plain(column.kind(), only, 2);
    if (columns.stream().noneMatch(c -> key.contains(c.sql()))) {
      // A literal would be taken for a position.
      return columns(columns, keys, 1, true);
    }
    generation.use(Construct.GROUP_BY_EXPRESSION);
    keys.add(new Reference(key, column.kind(), false));
    return key;
  }

  private String sets(
      Construct construct, String pattern, List<Reference> columns, List<Reference> keys) {
    generation.use(construct);
    String names = columns(columns, keys, 1 + generation.choices().below(3), false);
    String first = keys.get(0).sql();
    if (generation.sometimes(Construct.GROUPING, 3)) {
      keys.add(new Reference("CAST(GROUPING(" + first + ") AS BIGINT)", Kind.BIG, false));
    }
    return pattern.formatted(names, first);
  }

  private String having(Scope scope, int depth) {
    if (!generation.sometimes(Construct.HAVING, 4)) {
      return "";
    }
    if (!generation.sometimes(Construct.SUBQUERY_IN_HAVING, 3)) {
      return " HAVING " + parts.expressions().plainPredicate(scope, 1);
    }
    if (generation.has(Construct.WINDOW_BELOW_HAVING)) {
      generation.use(Construct.WINDOW_BELOW_HAVING);
      return " HAVING " + parts.predicates().of(scope, Math.min(2, depth));
    }
    return generation.withoutWindows(
        () -> " HAVING " + parts.predicates().of(scope, Math.min(2, depth)));
  }
}
