package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.List;

/** Queries that look like their views, and ask for something that these have not. */
final class OtherPairs {
  private final PairMaker maker;
  private final Choices choices;

  OtherPairs(PairMaker maker) {
    this.maker = maker;
    this.choices = maker.choices;
  }

  Pair make(PairKind kind) {
    return switch (kind) {
      case WIDER_FILTER -> wider();
      case MISSING_COLUMN -> missing();
      case OTHER_DISTINCT -> distinct();
      case EXTRA_PREDICATE -> extra();
      case UNRELATED -> unrelated();
      default -> throw new AssertionError("not a kind of other queries: " + kind);
    };
  }

  private Pair wider() {
    Select view = maker.base(choices.below(2));
    Select query = view.copy();
    List<Term> kept = maker.most(view.columns());
    Restriction restriction = Restriction.random(choices, choices.of(kept));
    view.restrictions.add(restriction);
    if (!choices.oneIn(3)) {
      query.restrictions.add(restriction.wider(choices));
    }
    return outputs(view, query, kept);
  }

  private Pair missing() {
    Select view = maker.base(choices.below(2));
    Select query = view.copy();
    List<Term> kept = maker.most(view.columns()).subList(0, 1);
    view.outputs.addAll(PairMaker.texts(kept));
    query.outputs.addAll(PairMaker.texts(maker.some(view.columns())));
    if (choices.oneIn(2)) {
      view.grouping = String.join(", ", view.outputs);
      view.outputs.add("COUNT(*)");
    }
    return maker.finish(view, query, query.columns());
  }

  private Pair distinct() {
    Select view = maker.base(choices.below(2));
    Select query = view.copy();
    List<Term> columns = view.columns();
    if (choices.oneIn(2)) {
      List<Term> kept = maker.some(columns);
      view.distinct = choices.oneIn(2);
      query.distinct = !view.distinct;
      return outputs(view, query, kept);
    }
    String value =
        columns.stream().filter(t -> t.domain().isNumeric()).findFirst().orElseThrow().text();
    Term key = choices.of(columns);
    List<String> calls =
        List.of(
            "COUNT(" + value + ")",
            "COUNT(DISTINCT " + value + ")",
            "SUM(" + value + ")",
            "SUM(DISTINCT " + value + ")",
            "AVG(DISTINCT " + value + ")");
    view.outputs.addAll(List.of(key.text(), choices.of(calls), choices.of(calls)));
    view.grouping = key.text();
    query.outputs.addAll(List.of(choices.of(calls), choices.of(calls)));
    query.grouping = choices.oneIn(2) ? key.text() : "";
    return maker.finish(view, query, List.of(key));
  }

  /** The view drops rows, by a predicate, a join or a HAVING, that the query has. */
  private Pair extra() {
    Select view = maker.base(choices.below(2));
    Select query = view.copy();
    List<Term> kept = maker.most(view.columns());
    switch (choices.below(3)) {
      case 0 -> view.restrictions.add(Restriction.random(choices, choices.of(view.columns())));
      case 1 -> maker.join(view);
      default -> {
        view.grouping = String.join(", ", PairMaker.texts(kept));
        view.having.add("COUNT(*) " + choices.of(List.of("> 1", "= 1", "< 3")));
        query.grouping = choices.oneIn(2) ? view.grouping : null;
      }
    }
    if (query.grouping != null) {
      return outputs(view, query, kept, kept);
    }
    return outputs(view, query, kept);
  }

  private Pair unrelated() {
    Select view = maker.base(choices.below(3));
    Select query = maker.base(choices.below(3));
    for (Select one : List.of(view, query)) {
      List<Term> shown = maker.some(one.columns());
      one.outputs.addAll(PairMaker.texts(shown));
      if (choices.oneIn(2)) {
        one.grouping = String.join(", ", one.outputs);
        one.outputs.add(choices.of(List.of("COUNT(*)", "MAX(" + one.outputs.get(0) + ")")));
      }
    }
    return maker.finish(view, query, List.of());
  }

  private Pair outputs(Select view, Select query, List<Term> kept) {
    return outputs(view, query, kept, maker.some(kept));
  }

  private Pair outputs(Select view, Select query, List<Term> kept, List<Term> shown) {
    view.outputs.addAll(PairMaker.texts(kept));
    query.outputs.addAll(PairMaker.texts(shown));
    return maker.finish(view, query, kept);
  }
}
