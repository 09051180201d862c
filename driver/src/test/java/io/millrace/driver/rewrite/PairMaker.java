package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes one pair of a given kind, with some more changes. One thread at a time, for one pair. */
final class PairMaker {
  final Choices choices;
  final Set<PairKind> kinds = EnumSet.noneOf(PairKind.class);
  private final List<Integer> parameters = new ArrayList<>();

  private PairMaker(Choices choices) {
    this.choices = choices;
  }

  static Pair make(PairKind kind, Choices choices) {
    PairMaker maker = new PairMaker(choices);
    maker.kinds.add(kind);
    return switch (kind) {
      case JOIN_ORDER,
          NARROWER_RANGE,
          IN_LIST,
          LIKE_PREFIX,
          IMPLIED_PREDICATE,
          TRANSITIVE_EQUALITY,
          PROJECTION,
          EXPRESSION,
          MORE_TABLES,
          FEWER_TABLES,
          KEY_DEPENDENT,
          PARAMETERS ->
          new PlainPairs(maker).make(kind);
      case HAVING,
          DISTINCT,
          ROLLUP_OF_COUNT,
          ROLLUP_OF_SUM,
          ROLLUP_OF_LEAST,
          ROLLUP_OF_AVERAGE,
          ROLLUP_OF_VARIANCE,
          ROLLUP_OF_BITS,
          DISTINCT_KEYS,
          AGGREGATE_OF_KEY,
          FUNCTION_OF_KEY,
          GROUPING_SETS,
          OVER_GROUPING_SETS ->
          new GroupedPairs(maker).make(kind);
      case TRUNCATION -> new TruncatedPairs(maker).make();
      case INNER_OF_OUTER, MIRRORED_OUTER, PART_OF_OUTER, SEMI_JOIN, WINDOW, TOP_ROWS ->
          new WholePairs(maker).make(kind);
      case PART_AS_CTE, PART_AS_SUBQUERY, PART_OF_UNION, SEVERAL_VIEWS, VIEW_ON_VIEW ->
          new PartPairs(maker).make(kind);
      case WIDER_FILTER, MISSING_COLUMN, OTHER_DISTINCT, EXTRA_PREDICATE, UNRELATED ->
          new OtherPairs(maker).make(kind);
    };
  }

  /** Some tables joined, perhaps filtered, with no outputs. */
  Select base(int joins) {
    Select select = new Select();
    select.tables.add(choices.of(List.of("fact", "item", "fact", "dim", "slot")));
    for (int i = 0; i < joins; i++) {
      join(select);
    }
    if (choices.oneIn(2)) {
      select.restrictions.add(Restriction.random(choices, choices.of(select.columns())));
    }
    if (joins > 0 && choices.oneIn(4)) {
      select.conditions.add(comparison(select));
    }
    return select;
  }

  void join(Select select) {
    int at = choices.below(select.tables.size());
    String table = select.tables.get(at);
    List<PairTables.Edge> edges =
        PairTables.EDGES.stream()
            .filter(edge -> edge.from().equals(table) || edge.to().equals(table))
            .toList();
    select.join(choices, choices.of(edges), at);
  }

  private String comparison(Select select) {
    List<Term> numbers =
        select.columns().stream().filter(t -> t.domain() == Domain.NUMBER).toList();
    String first = choices.of(numbers).text();
    String operator = choices.of(List.of(" < ", " <= ", " <> "));
    return first + operator + choices.of(numbers).text();
  }

  /** Most of these terms, one at least. */
  List<Term> most(List<Term> terms) {
    List<Term> kept = new ArrayList<>();
    for (Term term : terms) {
      if (!choices.oneIn(3)) {
        kept.add(term);
      }
    }
    return kept.isEmpty() ? terms : kept;
  }

  /** Some of these terms in some order. */
  List<Term> some(List<Term> terms) {
    List<Term> chosen = new ArrayList<>();
    for (int i = 1 + choices.below(Math.min(4, terms.size())); i > 0; i--) {
      chosen.add(choices.of(terms));
    }
    return chosen;
  }

  static List<String> texts(List<Term> terms) {
    return terms.stream().map(Term::text).toList();
  }

  /** A filter more, of a term that the view keeps. */
  void filter(Select query, List<Term> usable) {
    Restriction restriction = Restriction.random(choices, choices.of(usable));
    query.restrictions.add(restriction);
    kinds.add(
        switch (restriction.form()) {
          case RANGE, PRESENT -> PairKind.NARROWER_RANGE;
          case POINTS -> PairKind.IN_LIST;
          case PREFIX -> PairKind.LIKE_PREFIX;
        });
  }

  void parameter(int value) {
    parameters.add(value);
  }

  /** The pair, perhaps filtered and written in another way. */
  Pair finish(Select view, Select query, List<Term> usable) {
    String viewText = view.view(choices);
    if (!usable.isEmpty() && choices.oneIn(3)) {
      filter(query, usable);
    }
    return of(List.of(viewText), written(query));
  }

  /** The query's text, its tables perhaps in another order. */
  String written(Select query) {
    boolean shuffled = query.tables.size() > 1 && choices.oneIn(3);
    if (shuffled) {
      kinds.add(PairKind.JOIN_ORDER);
    }
    Select named = query.copy();
    named.outputs.clear();
    for (int i = 0; i < query.outputs.size(); i++) {
      named.outputs.add(query.outputs.get(i) + " AS c" + i);
    }
    boolean anyway = kinds.contains(PairKind.JOIN_ORDER);
    return anyway ? named.shuffled(choices) : named.straight(choices);
  }

  /** The pair of these texts, the query perhaps within another one. */
  Pair of(List<String> views, String query) {
    String text = query;
    if (query.contains(" AS c0") && choices.oneIn(10)) {
      PairKind part = choices.of(List.of(PairKind.PART_AS_CTE, PairKind.PART_AS_SUBQUERY));
      kinds.add(part);
      text = PartPairs.within(choices, part, query, query);
    }
    return new Pair(kinds, List.copyOf(views), text, List.copyOf(parameters));
  }
}
