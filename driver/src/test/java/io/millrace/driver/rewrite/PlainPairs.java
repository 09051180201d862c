package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.List;

/** Queries of rows, filtered and joined, from views of rows. */
final class PlainPairs {
  private final PairMaker maker;
  private final Choices choices;

  PlainPairs(PairMaker maker) {
    this.maker = maker;
    this.choices = maker.choices;
  }

  Pair make(PairKind kind) {
    return switch (kind) {
      case JOIN_ORDER -> joinOrder();
      case NARROWER_RANGE, IN_LIST, LIKE_PREFIX -> narrower(kind);
      case IMPLIED_PREDICATE -> implied();
      case TRANSITIVE_EQUALITY -> transitive();
      case PROJECTION -> projection(maker.base(choices.below(2)));
      case EXPRESSION -> expression();
      case MORE_TABLES -> moreTables();
      case FEWER_TABLES -> fewerTables();
      case KEY_DEPENDENT -> keyDependent();
      case PARAMETERS -> parameters();
      default -> throw new AssertionError("not a kind of rows: " + kind);
    };
  }

  private Pair joinOrder() {
    return projection(maker.base(1 + choices.below(2)));
  }

  private Pair projection(Select view) {
    maker.kinds.add(PairKind.PROJECTION);
    List<Term> kept = maker.most(view.columns());
    return over(view, view.copy(), kept, maker.some(kept));
  }

  private Pair over(Select view, Select query, List<Term> kept, List<Term> shown) {
    view.outputs.addAll(PairMaker.texts(kept));
    query.outputs.addAll(PairMaker.texts(shown));
    return maker.finish(view, query, kept);
  }

  private Pair narrower(PairKind kind) {
    Select view = maker.base(choices.below(2));
    List<Term> kept = new ArrayList<>(maker.most(view.columns()));
    Select query = view.copy();
    Term term = choices.of(kept);
    if (kind == PairKind.LIKE_PREFIX) {
      term =
          view.columns().stream().filter(t -> t.domain() == Domain.TEXT).findFirst().orElse(term);
      kept.add(term);
    }
    Restriction wide =
        switch (kind) {
          case IN_LIST -> Restriction.list(choices, term);
          case LIKE_PREFIX ->
              term.domain() == Domain.TEXT
                  ? Restriction.prefix(term)
                  : Restriction.bounds(choices, term);
          default -> Restriction.bounds(choices, term);
        };
    view.restrictions.add(wide);
    query.restrictions.add(wide.narrower(choices));
    return over(view, query, kept, maker.some(kept));
  }

  /** The query says other things, from which those follow that the view says. */
  private Pair implied() {
    Select view = maker.base(choices.below(2));
    List<Term> kept = maker.most(view.columns());
    Select query = view.copy();
    Restriction wide = Restriction.random(choices, choices.of(kept));
    Restriction other = Restriction.random(choices, choices.of(view.columns()));
    String either = wide.sql(choices) + " OR " + other.sql(choices);
    String column = wide.term().text();
    List<String> weak = new ArrayList<>(List.of(either, column + " IS NOT NULL"));
    if (wide.form() != Restriction.Form.PRESENT) {
      weak.add("(" + wide.sql(choices) + ") IS NOT FALSE");
      weak.add("(" + wide.sql(choices) + ") IS TRUE");
      weak.add(column + " IS NULL OR " + wide.sql(choices));
      weak.add("COALESCE(" + wide.sql(choices) + ", FALSE)");
    }
    view.conditions.add(choices.of(weak.subList(0, weak.size() == 2 ? 2 : 5)));
    query.restrictions.add(wide);
    return over(view, query, kept, maker.some(kept));
  }

  /** Three columns, or a column and a constant, that are equal by other equalities. */
  private Pair transitive() {
    Select view = new Select();
    String table = choices.of(List.of("fact", "item"));
    String column = table.equals("fact") ? choices.of(List.of("d", "m", "job")) : "f";
    view.tables.addAll(List.of(table, table, table));
    Select query = view.copy();
    List<String> sides = List.of("{0}." + column, "{1}." + column, "{2}." + column);
    view.joins.add(new Select.Join(sides.get(0), sides.get(1)));
    view.joins.add(new Select.Join(sides.get(1), sides.get(2)));
    int hub = choices.below(3);
    query.joins.add(new Select.Join(sides.get(hub), sides.get((hub + 1) % 3)));
    query.joins.add(new Select.Join(sides.get((hub + 2) % 3), sides.get(hub)));
    PairTables.Column about = PairTables.column(table, column);
    Term first = Term.column(choices.below(3), about);
    if (choices.oneIn(2)) {
      Restriction restriction = Restriction.random(choices, first);
      view.restrictions.add(restriction);
      Term second = Term.column(choices.below(3), about);
      query.restrictions.add(
          new Restriction(
              second,
              restriction.form(),
              restriction.low(),
              restriction.high(),
              restriction.points()));
    }
    List<Term> kept = new ArrayList<>(List.of(first));
    view.columns().stream()
        .filter(t -> !t.text().endsWith("." + column) && choices.oneIn(2))
        .forEach(kept::add);
    List<Term> shown = new ArrayList<>(maker.some(kept));
    shown.add(Term.column(choices.below(3), about));
    return over(view, query, kept, shown);
  }

  private Pair expression() {
    Select view = maker.base(choices.below(2));
    List<Term> kept = maker.most(view.columns());
    Select query = view.copy();
    view.outputs.addAll(PairMaker.texts(kept));
    Term computed = Expressions.of(choices, choices.of(view.columns()));
    view.outputs.add(computed.text());
    for (int i = 0; i < 2; i++) {
      Term inner = choices.oneIn(3) ? computed : choices.of(kept);
      query.outputs.add(Expressions.of(choices, inner).text());
    }
    query.outputs.add(computed.text());
    return maker.finish(view, query, kept);
  }

  private Pair moreTables() {
    Select view = maker.base(choices.below(2));
    Select query = view.copy();
    List<Term> kept = view.columns();
    view.outputs.addAll(PairMaker.texts(kept));
    maker.join(query);
    List<Term> all = query.columns();
    query.outputs.addAll(PairMaker.texts(maker.some(all)));
    query.outputs.add(all.get(all.size() - 1).text());
    return maker.finish(view, query, kept);
  }

  /** The view joins along a foreign key, which changes no row of the query. */
  private Pair fewerTables() {
    PairTables.Edge edge = choices.of(PairTables.REFERENCES);
    Select query = new Select();
    query.tables.add(edge.from());
    List<Term> child = query.columns();
    for (String column : edge.fromColumns()) {
      if (PairTables.column(edge.from(), column).nullable()) {
        query.conditions.add("{0}." + column + " IS NOT NULL");
      }
    }
    Select view = query.copy();
    view.conditions.clear();
    if (choices.oneIn(2)) {
      Restriction restriction = Restriction.random(choices, choices.of(child));
      view.restrictions.add(restriction);
      query.restrictions.add(restriction);
    }
    view.joins.clear();
    view.tables.add(edge.to());
    for (int i = 0; i < edge.fromColumns().size(); i++) {
      view.joins.add(
          new Select.Join("{0}." + edge.fromColumns().get(i), "{1}." + edge.toColumns().get(i)));
    }
    List<Term> kept = maker.most(child);
    view.outputs.addAll(PairMaker.texts(kept));
    view.outputs.add(view.columns().get(view.columns().size() - 1).text());
    query.outputs.addAll(PairMaker.texts(maker.some(kept)));
    return maker.finish(view, query, kept);
  }

  /** Columns that the view has not, but the primary key that decides them. */
  private Pair keyDependent() {
    Select view = new Select();
    String table = choices.of(List.of("fact", "dim", "slot"));
    view.tables.add(table);
    maker.join(view);
    List<Term> own =
        view.columns().stream().filter(term -> term.text().startsWith("{0}.")).toList();
    List<Term> key =
        own.stream().filter(t -> PairTables.key(table).contains(t.text().substring(4))).toList();
    Select query = view.copy();
    List<Term> kept = new ArrayList<>(key);
    view.columns().stream()
        .filter(term -> !own.contains(term) && choices.oneIn(2))
        .forEach(kept::add);
    List<Term> shown = new ArrayList<>(maker.some(own));
    shown.add(choices.of(kept));
    boolean grouped = choices.oneIn(3);
    view.outputs.addAll(PairMaker.texts(kept));
    if (grouped) {
      view.grouping = String.join(", ", PairMaker.texts(kept));
      view.outputs.add("COUNT(*)");
      query.grouping = String.join(", ", PairMaker.texts(shown));
    }
    query.outputs.addAll(PairMaker.texts(shown));
    if (grouped) {
      query.outputs.add("COUNT(*)");
    }
    return maker.finish(view, query, choices.oneIn(3) ? own : kept);
  }

  private Pair parameters() {
    Select view = maker.base(choices.below(2));
    List<Term> kept = maker.most(view.columns());
    Select query = view.copy();
    Term number =
        view.columns().stream().filter(t -> t.domain() == Domain.NUMBER).findFirst().orElseThrow();
    List<Term> all = new ArrayList<>(kept);
    all.add(number);
    int bound = choices.below(5);
    if (choices.oneIn(2)) {
      view.restrictions.add(Restriction.range(number, bound, Domain.VALUES));
    }
    int value = bound + choices.below(3);
    query.conditions.add(number.text() + choices.of(List.of(" >= ?", " = ?", " > ?")));
    maker.parameter(value);
    view.outputs.addAll(PairMaker.texts(all));
    query.outputs.addAll(PairMaker.texts(maker.some(all)));
    return new Pair(maker.kinds, List.of(view.view(choices)), maker.written(query), List.of(value));
  }
}
