package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.List;

/** Queries of which a view holds a part, and queries over several views. */
final class PartPairs {
  private final PairMaker maker;
  private final Choices choices;

  PartPairs(PairMaker maker) {
    this.maker = maker;
    this.choices = maker.choices;
  }

  Pair make(PairKind kind) {
    return switch (kind) {
      case PART_AS_CTE, PART_AS_SUBQUERY, PART_OF_UNION -> part(kind);
      case SEVERAL_VIEWS -> several();
      case VIEW_ON_VIEW -> onView();
      default -> throw new AssertionError("not a kind of parts: " + kind);
    };
  }

  /**
   * A query with another one in it.
   *
   * @param other one with the same columns
   */
  static String within(Choices choices, PairKind part, String query, String other) {
    return switch (part) {
      case PART_AS_CTE ->
          choices.of(
              List.of(
                  "WITH w AS (" + query + ") SELECT * FROM w",
                  "WITH w AS (" + query + ") SELECT w.c0, s.b FROM w CROSS JOIN slot AS s",
                  "WITH w AS (" + query + ") SELECT COUNT(*) FROM w"));
      case PART_AS_SUBQUERY ->
          choices.of(
              List.of(
                  "SELECT c0, COUNT(*) FROM (" + query + ") AS w GROUP BY c0",
                  "SELECT d.id, (SELECT COUNT(*) FROM (" + query + ") AS w) FROM dim AS d",
                  "SELECT d.name FROM dim AS d WHERE EXISTS (" + query + ")",
                  "SELECT w.* FROM (" + query + ") AS w LEFT JOIN dim AS d ON d.id = 1"));
      case PART_OF_UNION ->
          query + choices.of(List.of(" UNION ALL ", " UNION ", " EXCEPT ")) + other;
      default -> throw new AssertionError("not a part: " + part);
    };
  }

  private Pair part(PairKind kind) {
    Select view = maker.base(choices.below(2));
    Select query = view.copy();
    List<Term> kept = maker.most(view.columns());
    boolean grouped = choices.oneIn(2);
    List<Term> keys = grouped ? kept.subList(0, Math.min(3, kept.size())) : kept;
    List<Term> shown = grouped ? List.of(choices.of(keys)) : maker.some(keys);
    view.outputs.addAll(PairMaker.texts(keys));
    query.outputs.addAll(PairMaker.texts(shown));
    if (grouped) {
      view.grouping = String.join(", ", view.outputs);
      query.grouping = String.join(", ", query.outputs);
      view.outputs.add("COUNT(*)");
      query.outputs.add("COUNT(*)");
    }
    Select other = query.copy();
    if (choices.oneIn(2)) {
      maker.filter(query, keys);
    }
    String text = maker.written(query);
    String whole = within(choices, kind, text, maker.written(other));
    return new Pair(maker.kinds, List.of(view.view(choices)), whole, List.of());
  }

  /** Each view answers for one side of a join. */
  private Pair several() {
    Select query = maker.base(1);
    query.restrictions.clear();
    List<String> views = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Select one = new Select();
      one.tables.add(query.tables.get(i));
      Term about = choices.of(one.columns());
      Restriction restriction = Restriction.random(choices, about);
      one.restrictions.add(restriction);
      one.outputs.addAll(PairMaker.texts(one.columns()));
      views.add(one.view(choices));
      Term there = about.with(about.text().replace("{0}", "{" + i + "}"), about.domain());
      query.restrictions.add(
          new Restriction(
              there,
              restriction.form(),
              restriction.low(),
              restriction.high(),
              restriction.points()));
    }
    List<Term> shown = maker.some(query.columns());
    query.outputs.addAll(PairMaker.texts(shown));
    if (choices.oneIn(3)) {
      query.grouping = String.join(", ", query.outputs);
      query.outputs.add("COUNT(*)");
    }
    return maker.of(views, maker.written(query));
  }

  /** A view of groups over a view of rows, or of rows over a view of rows. */
  private Pair onView() {
    Select below = maker.base(choices.below(2));
    List<Term> kept = maker.most(below.columns());
    Select query = below.copy();
    below.outputs.addAll(PairMaker.texts(kept));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < kept.size() && i < 2; i++) {
      names.add("o" + i);
    }
    String keys = String.join(", ", names);
    List<Term> shown = kept.subList(0, names.size());
    boolean grouped = choices.oneIn(2);
    String above = "SELECT " + keys + (grouped ? ", COUNT(*) AS n" : "") + " FROM v0";
    if (choices.oneIn(2)) {
      Restriction restriction = Restriction.random(choices, shown.get(0));
      query.restrictions.add(restriction);
      Term named = shown.get(0).with("o0", shown.get(0).domain());
      above +=
          " WHERE "
              + new Restriction(
                      named,
                      restriction.form(),
                      restriction.low(),
                      restriction.high(),
                      restriction.points())
                  .sql(choices);
    }
    query.outputs.addAll(PairMaker.texts(shown));
    if (grouped) {
      above += " GROUP BY " + keys;
      query.grouping = String.join(", ", query.outputs);
      query.outputs.add("COUNT(*)");
    }
    if (choices.oneIn(3)) {
      maker.filter(query, shown);
    }
    return maker.of(List.of(below.view(choices), above), maker.written(query));
  }
}
