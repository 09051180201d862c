package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A query in parts, that can be changed and written in several ways. Columns are written {@code
 * {n}.name}, where n is the position of the table. One thread at a time.
 */
final class Select {
  private static final Pattern COLUMN = Pattern.compile("\\{(\\d+)}\\.(\\w+)");

  /** An equality of two columns. */
  record Join(String left, String right) {}

  final List<String> tables = new ArrayList<>();
  final List<Join> joins = new ArrayList<>();
  final List<String> conditions = new ArrayList<>();
  final List<Restriction> restrictions = new ArrayList<>();
  final List<String> outputs = new ArrayList<>();
  final List<String> having = new ArrayList<>();

  /** What follows GROUP BY; null without one. */
  @Nullable String grouping;

  boolean distinct;

  Select copy() {
    Select copy = new Select();
    copy.tables.addAll(tables);
    copy.joins.addAll(joins);
    copy.conditions.addAll(conditions);
    copy.restrictions.addAll(restrictions);
    copy.outputs.addAll(outputs);
    copy.having.addAll(having);
    copy.grouping = grouping;
    copy.distinct = distinct;
    return copy;
  }

  /** All columns of all tables. */
  List<Term> columns() {
    List<Term> all = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      for (PairTables.Column column : PairTables.columns(tables.get(i))) {
        all.add(Term.column(i, column));
      }
    }
    return all;
  }

  /** Adds a table by an edge from or to one that is there. */
  void join(Choices choices, PairTables.Edge edge, int at) {
    boolean forward =
        edge.from().equals(tables.get(at)) && !(edge.to().equals(edge.from()) && choices.oneIn(2));
    int added = tables.size();
    tables.add(forward ? edge.to() : edge.from());
    int from = forward ? at : added;
    int to = forward ? added : at;
    for (int i = 0; i < edge.fromColumns().size(); i++) {
      joins.add(
          new Join(
              "{" + from + "}." + edge.fromColumns().get(i),
              "{" + to + "}." + edge.toColumns().get(i)));
    }
  }

  /** The columns named in the view, as its own. */
  String view(Choices choices) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      named.add(outputs.get(i) + " AS o" + i);
    }
    return sql(choices, named, false);
  }

  /** The query with tables in the order and nesting as they stand. */
  String straight(Choices choices) {
    return sql(choices, outputs, false);
  }

  /** The query with tables in another order, perhaps two of them in a query of their own. */
  String shuffled(Choices choices) {
    return sql(choices, outputs, true);
  }

  private String sql(Choices choices, List<String> shown, boolean isShuffled) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, tables.size()).boxed().toList());
    List<String> equalities = new ArrayList<>();
    for (Join join : joins) {
      boolean turned = isShuffled && choices.oneIn(2);
      equalities.add(turned ? join.right + " = " + join.left : join.left + " = " + join.right);
    }
    List<String> filters = new ArrayList<>(conditions);
    restrictions.forEach(restriction -> filters.add(restriction.sql(choices)));
    if (isShuffled) {
      shuffle(choices, order);
      shuffle(choices, equalities);
      shuffle(choices, filters);
    }
    boolean nested = isShuffled && order.size() > 1 && choices.oneIn(3);
    Map<Integer, String> names = names(choices, isShuffled);
    String from = from(choices, order, equalities, filters, shown, names, nested);
    StringBuilder sql = new StringBuilder("SELECT ");
    sql.append(distinct ? "DISTINCT " : "").append(String.join(", ", shown)).append(" FROM ");
    sql.append(from);
    if (!filters.isEmpty()) {
      sql.append(" WHERE ").append(and(filters));
    }
    if (grouping != null && !grouping.isEmpty()) {
      sql.append(" GROUP BY ").append(grouping);
    }
    if (!having.isEmpty()) {
      sql.append(" HAVING ").append(String.join(" AND ", having));
    }
    return resolved(sql.toString(), names);
  }

  private static String and(List<String> filters) {
    return filters.stream()
        .map(filter -> filter.contains(" OR ") ? "(" + filter + ")" : filter)
        .collect(Collectors.joining(" AND "));
  }

  private static <T> void shuffle(Choices choices, List<T> list) {
    for (int i = list.size() - 1; i > 0; i--) {
      int other = i - choices.below(i + 1);
      T kept = list.get(i);
      list.set(i, list.get(other));
      list.set(other, kept);
    }
  }

  private Map<Integer, String> names(Choices choices, boolean isShuffled) {
    String prefix = isShuffled ? choices.of(List.of("t", "x", "q")) : "t";
    Map<Integer, String> names = new HashMap<>();
    for (int i = 0; i < tables.size(); i++) {
      names.put(i, prefix + i + ".");
    }
    return names;
  }

  /** The FROM clause; equalities that it does not hold are added to the filters. */
  private String from(
      Choices choices,
      List<Integer> order,
      List<String> equalities,
      List<String> filters,
      List<String> shown,
      Map<Integer, String> names,
      boolean nested) {
    List<String> open = new ArrayList<>(equalities);
    List<Integer> seen = new ArrayList<>();
    StringBuilder from = new StringBuilder();
    int at = 0;
    if (nested) {
      seen.addAll(order.subList(0, 2));
      from.append(pair(seen, open, used(open, filters, shown), names));
      seen.forEach(table -> names.put(table, "s.c" + table + "_"));
      at = 2;
    }
    boolean commas = choices.oneIn(3);
    for (; at < order.size(); at++) {
      int table = order.get(at);
      seen.add(table);
      String named = tables.get(table) + " AS " + bare(names, table);
      List<String> on = commas ? List.of() : taken(open, seen);
      if (from.isEmpty()) {
        from.append(named);
      } else if (on.isEmpty()) {
        from.append(commas ? ", " : " CROSS JOIN ").append(named);
      } else {
        from.append(" JOIN ").append(named).append(" ON ").append(String.join(" AND ", on));
      }
    }
    filters.addAll(0, open);
    return from.toString();
  }

  private static String bare(Map<Integer, String> names, int table) {
    String name = Objects.requireNonNull(names.get(table));
    return name.substring(0, name.length() - 1);
  }

  /** Every column that is named outside of the nested pair. */
  private Set<String> used(List<String> open, List<String> filters, List<String> shown) {
    List<String> all = new ArrayList<>(open);
    all.addAll(filters);
    all.addAll(shown);
    all.addAll(having);
    all.add(grouping == null ? "" : grouping);
    Set<String> columns = new LinkedHashSet<>();
    for (String text : all) {
      Matcher matcher = COLUMN.matcher(text);
      while (matcher.find()) {
        columns.add(matcher.group());
      }
    }
    return columns;
  }

  private String pair(
      List<Integer> both, List<String> open, Set<String> used, Map<Integer, String> names) {
    List<String> columns = new ArrayList<>();
    for (String column : used) {
      Matcher matcher = COLUMN.matcher(column);
      if (matcher.matches() && both.contains(Integer.parseInt(matcher.group(1)))) {
        columns.add(column + " AS c" + matcher.group(1) + "_" + matcher.group(2));
      }
    }
    List<String> on = taken(open, both);
    String text =
        "(SELECT %s FROM %s AS %s, %s AS %s%s) AS s"
            .formatted(
                columns.isEmpty() ? "1 AS one" : String.join(", ", columns),
                tables.get(both.get(0)),
                bare(names, both.get(0)),
                tables.get(both.get(1)),
                bare(names, both.get(1)),
                on.isEmpty() ? "" : " WHERE " + String.join(" AND ", on));
    return resolved(text, names);
  }

  /** Takes those equalities out of a list that read these tables alone. */
  private static List<String> taken(List<String> open, List<Integer> tables) {
    List<String> taken = new ArrayList<>();
    for (String equality : open) {
      Matcher matcher = COLUMN.matcher(equality);
      boolean all = true;
      while (matcher.find()) {
        all &= tables.contains(Integer.parseInt(matcher.group(1)));
      }
      if (all) {
        taken.add(equality);
      }
    }
    open.removeAll(taken);
    return taken;
  }

  private static String resolved(String text, Map<Integer, String> names) {
    return COLUMN
        .matcher(text)
        .replaceAll(m -> names.get(Integer.parseInt(m.group(1))) + m.group(2));
  }
}
