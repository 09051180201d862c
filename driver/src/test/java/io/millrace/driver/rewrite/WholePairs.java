package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.List;

/** Outer and semi-joins, windows and first rows: operators that are matched as a whole. */
final class WholePairs {
  private final PairMaker maker;
  private final Choices choices;

  WholePairs(PairMaker maker) {
    this.maker = maker;
    this.choices = maker.choices;
  }

  Pair make(PairKind kind) {
    return switch (kind) {
      case INNER_OF_OUTER -> outer(true);
      case MIRRORED_OUTER -> outer(false);
      case PART_OF_OUTER -> part();
      case SEMI_JOIN -> semi();
      case WINDOW -> window();
      case TOP_ROWS -> topRows();
      default -> throw new AssertionError("not a kind of whole operators: " + kind);
    };
  }

  /** Two tables by an edge; the text of a column of theirs is the alias, a dot and its name. */
  private Select two() {
    Select two = new Select();
    PairTables.Edge edge = choices.of(PairTables.EDGES);
    two.tables.add(choices.of(List.of(edge.from(), edge.to())));
    two.join(choices, edge, 0);
    return two;
  }

  private static String plain(String text) {
    return text.replaceAll("\\{(\\d)}", "t$1");
  }

  private static String on(Select two) {
    List<String> all = new ArrayList<>();
    two.joins.forEach(join -> all.add(join.left() + " = " + join.right()));
    all.addAll(two.conditions);
    return String.join(" AND ", all);
  }

  /** An inner query of the matched rows, or the same outer join written from the other side. */
  private Pair outer(boolean inner) {
    Select two = two();
    List<Term> columns = two.columns();
    List<Term> left = columns.stream().filter(t -> t.text().startsWith("{0}")).toList();
    List<Term> right = columns.stream().filter(t -> !left.contains(t)).toList();
    if (choices.oneIn(3)) {
      two.conditions.add(Restriction.bounds(choices, choices.of(columns)).sql(choices));
    }
    List<Term> kept = new ArrayList<>(maker.most(left));
    kept.addAll(maker.most(right));
    right.stream().filter(t -> !t.nullable()).limit(1).forEach(kept::add);
    String where = "";
    if (choices.oneIn(4)) {
      where = " WHERE " + Restriction.random(choices, choices.of(left)).sql(choices);
    }
    List<Term> usable = inner ? kept : kept.stream().filter(left::contains).toList();
    String more = choices.oneIn(3) ? filter(where, usable) : where;
    String first = two.tables.get(0) + " AS t0";
    String second = two.tables.get(1) + " AS t1";
    String view = select(kept) + " FROM " + first + " LEFT JOIN " + second + " ON ";
    String query = select(maker.some(kept)) + " FROM ";
    if (inner) {
      boolean turned = choices.oneIn(2);
      query += (turned ? second : first) + " JOIN " + (turned ? first : second) + " ON ";
    } else {
      query += second + " RIGHT JOIN " + first + " ON ";
    }
    return maker.of(List.of(plain(view + on(two) + where)), plain(query + on(two) + more));
  }

  /** Rows without a partner, the kept side alone, or a left or right join of a full one. */
  private Pair part() {
    Select two = two();
    List<Term> columns = two.columns();
    if (choices.oneIn(3)) {
      two.conditions.add(Restriction.bounds(choices, choices.of(columns)).sql(choices));
    }
    List<Term> left = columns.stream().filter(t -> t.text().startsWith("{0}")).toList();
    List<Term> right = columns.stream().filter(t -> !left.contains(t)).toList();
    List<Term> keptLeft = withPresent(left);
    List<Term> keptRight = withPresent(right);
    List<Term> kept = new ArrayList<>(keptLeft);
    kept.addAll(keptRight);
    String first = two.tables.get(0) + " AS t0";
    String second = two.tables.get(1) + " AS t1";
    String on = " ON " + on(two);
    boolean full = choices.oneIn(2);
    String view = select(kept) + " FROM " + first + (full ? " FULL" : " LEFT") + " JOIN " + second;
    String query =
        switch (choices.below(full ? 5 : 2)) {
          case 0 -> unmatched(keptLeft, first, second, two);
          case 1 -> alone(two, keptLeft, first);
          case 2 -> unmatched(keptRight, second, first, two);
          case 3 -> select(maker.some(kept)) + " FROM " + first + " LEFT JOIN " + second + on;
          default -> select(maker.some(kept)) + " FROM " + first + " RIGHT JOIN " + second + on;
        };
    return maker.of(List.of(plain(view + on)), plain(query));
  }

  /** Most of these terms, with one that is never NULL. */
  private List<Term> withPresent(List<Term> terms) {
    List<Term> kept = new ArrayList<>(maker.most(terms));
    terms.stream().filter(t -> !t.nullable()).limit(1).forEach(kept::add);
    return kept;
  }

  private String unmatched(List<Term> kept, String from, String partner, Select two) {
    String exists = "EXISTS (SELECT 1 FROM " + partner + " WHERE " + on(two) + ")";
    String more = choices.oneIn(2) ? filter("", kept).replace(" WHERE ", " AND ") : "";
    return select(maker.some(kept)) + " FROM " + from + " WHERE NOT " + exists + more;
  }

  /** The kept side, which the view has but for rows that are repeated there. */
  private String alone(Select two, List<Term> kept, String from) {
    String other = two.tables.get(1);
    List<String> key = PairTables.KEYS.getOrDefault(other, List.of("none"));
    boolean isOnce =
        key.stream()
            .map(column -> "{1}." + column)
            .allMatch(
                column ->
                    two.joins.stream()
                        .anyMatch(j -> j.left().equals(column) || j.right().equals(column)));
    if (!isOnce) {
      maker.kinds.add(PairKind.UNRELATED);
    }
    String where = choices.oneIn(2) ? filter("", kept) : "";
    return select(maker.some(kept)) + " FROM " + from + where;
  }

  private String filter(String where, List<Term> usable) {
    Select more = new Select();
    maker.filter(more, usable);
    String text = more.restrictions.get(0).sql(choices);
    return where.isEmpty() ? " WHERE " + text : where + " AND " + text;
  }

  private static String select(List<Term> terms) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      named.add(terms.get(i).text() + " AS o" + i);
    }
    return "SELECT " + String.join(", ", named);
  }

  private Pair semi() {
    Select two = two();
    List<Term> columns = two.columns();
    List<Term> left = columns.stream().filter(t -> t.text().startsWith("{0}")).toList();
    List<Term> right = columns.stream().filter(t -> !left.contains(t)).toList();
    List<Term> kept = new ArrayList<>(maker.most(left));
    if (choices.oneIn(3)) {
      two.conditions.add(Restriction.bounds(choices, choices.of(right)).sql(choices));
    }
    String from = " FROM " + two.tables.get(0) + " AS t0 WHERE ";
    String inner = two.tables.get(1) + " AS t1 WHERE ";
    String exists = "EXISTS (SELECT 1 FROM " + inner + on(two) + ")";
    String query = exists;
    Select.Join first = two.joins.get(0);
    boolean single = two.joins.size() == 1;
    if (single && choices.oneIn(2)) {
      String[] sides = {first.left(), first.right()};
      boolean turned = sides[0].startsWith("{1}");
      String mine = turned ? sides[1] : sides[0];
      String theirs = turned ? sides[0] : sides[1];
      String rest = two.conditions.isEmpty() ? "TRUE" : String.join(" AND ", two.conditions);
      query = mine + " IN (SELECT " + theirs + " FROM " + inner + rest + ")";
    }
    boolean anti = choices.oneIn(4);
    if (anti) {
      exists = "NOT " + exists;
      query = exists;
    }
    String more = choices.oneIn(2) ? filter(" WHERE", kept).substring(10) : "";
    return maker.of(
        List.of(plain(select(kept) + from + exists)),
        plain(select(maker.some(kept)) + from + query + (more.isEmpty() ? "" : " AND" + more)));
  }

  private Pair window() {
    Select base = maker.base(choices.below(2));
    List<Term> columns = base.columns();
    List<Term> kept = new ArrayList<>(maker.most(columns));
    Term part = choices.of(columns);
    kept.add(part);
    Term order = choices.of(columns);
    Term value = columns.stream().filter(t -> t.domain().isNumeric()).findFirst().orElseThrow();
    String call =
        choices.of(
            List.of(
                "RANK()",
                "ROW_NUMBER()",
                "DENSE_RANK()",
                "COUNT(*)",
                "SUM(" + value.text() + ")",
                "LAG(" + value.text() + ")"));
    String over = call + " OVER (PARTITION BY " + part.text() + " ORDER BY " + order.text() + ")";
    Select view = base.copy();
    view.outputs.addAll(PairMaker.texts(kept));
    view.outputs.add(over);
    String text = view.view(choices);
    String query = "SELECT * FROM (" + text + ") AS w";
    // Which of equal rows comes first is settled by all columns, so those must be the same.
    query =
        switch (choices.below(4)) {
          case 0 -> text;
          case 1 -> query;
          case 2 -> query + " WHERE o" + (view.outputs.size() - 1) + " >= 2";
          default -> query + " WHERE o" + (view.outputs.size() - 2) + " IS NOT NULL";
        };
    return new Pair(maker.kinds, List.of(text), query, List.of());
  }

  private Pair topRows() {
    Select base = maker.base(choices.below(2));
    List<Term> kept = maker.most(base.columns());
    base.outputs.addAll(PairMaker.texts(kept));
    List<String> order = new ArrayList<>();
    for (int i = 0; i < kept.size() && order.size() < 1 + choices.below(2); i++) {
      order.add("o" + i + (choices.oneIn(2) ? " DESC" : ""));
    }
    String ordered = base.view(choices) + " ORDER BY " + String.join(", ", order);
    int limit = 1 + choices.below(5);
    String text = ordered + " LIMIT " + limit + (choices.oneIn(3) ? " OFFSET 1" : "");
    if (choices.oneIn(2)) {
      String fewer = ordered + " LIMIT " + (1 + choices.below(limit));
      return new Pair(maker.kinds, List.of(ordered + " LIMIT " + limit), fewer, List.of());
    }
    return switch (choices.below(3)) {
      case 0 -> new Pair(maker.kinds, List.of(text), text, List.of());
      case 1 ->
          new Pair(maker.kinds, List.of(text), "SELECT o0 FROM (" + text + ") AS w", List.of());
      default ->
          new Pair(
              maker.kinds,
              List.of(text),
              "SELECT o0, COUNT(*) FROM (" + text + ") AS w GROUP BY o0",
              List.of());
    };
  }
}
