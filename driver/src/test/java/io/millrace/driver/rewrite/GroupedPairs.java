package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.List;

/** Queries of groups from views of groups as fine or finer. */
final class GroupedPairs {
  private final PairMaker maker;
  private final Choices choices;

  GroupedPairs(PairMaker maker) {
    this.maker = maker;
    this.choices = maker.choices;
  }

  Pair make(PairKind kind) {
    Select base = maker.base(choices.below(2));
    List<Term> keys = keys(base);
    List<Term> values = base.columns().stream().filter(t -> t.domain().isNumeric()).toList();
    Term value = choices.of(values);
    return switch (kind) {
      case HAVING -> having(base, keys, value);
      case DISTINCT -> distinct(base, keys);
      case ROLLUP_OF_COUNT ->
          rollup(base, keys, List.of("COUNT(*)", "COUNT(" + value.text() + ")"), List.of());
      case ROLLUP_OF_SUM -> rollup(base, keys, List.of("SUM(" + value.text() + ")"), List.of());
      case ROLLUP_OF_LEAST -> rollup(base, keys, least(choices.of(base.columns())), List.of());
      case ROLLUP_OF_AVERAGE -> rollup(base, keys, sums(value, false), List.of(averageOf(value)));
      case ROLLUP_OF_VARIANCE -> rollup(base, keys, sums(value, true), List.of(varianceOf(value)));
      case ROLLUP_OF_BITS -> rollup(base, keys, bits(base), List.of());
      case DISTINCT_KEYS -> rollup(base, keys, List.of("COUNT(*)"), List.of(distinctOf(keys)));
      case AGGREGATE_OF_KEY -> rollup(base, keys, List.of("COUNT(*)"), ofKeys(keys));
      case FUNCTION_OF_KEY -> function(base, keys, value);
      case GROUPING_SETS -> sets(base, keys, value, false);
      case OVER_GROUPING_SETS -> sets(base, keys, value, true);
      default -> throw new AssertionError("not a kind of groups: " + kind);
    };
  }

  private List<Term> keys(Select base) {
    List<Term> open = new ArrayList<>(base.columns());
    List<Term> keys = new ArrayList<>();
    for (int i = 1 + choices.below(3); i > 0; i--) {
      Term key = choices.of(open);
      open.remove(key);
      keys.add(key);
    }
    return keys;
  }

  private static List<String> least(Term value) {
    return value.domain() == Domain.TRUTH
        ? List.of("ANY_VALUE(" + value.text() + ")")
        : List.of("MIN(" + value.text() + ")", "MAX(" + value.text() + ")");
  }

  private List<String> sums(Term value, boolean squares) {
    String text = value.text();
    List<String> sums = new ArrayList<>(List.of("SUM(" + text + ")"));
    sums.add(!value.nullable() && choices.oneIn(2) ? "COUNT(*)" : "COUNT(" + text + ")");
    if (squares) {
      sums.add("SUM(" + text + " * " + text + ")");
    }
    return sums;
  }

  private String averageOf(Term value) {
    return "AVG(" + value.text() + ")";
  }

  private String varianceOf(Term value) {
    String name = choices.of(List.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"));
    return name + "(" + value.text() + ")";
  }

  private List<String> bits(Select base) {
    List<Term> whole = base.columns().stream().filter(t -> t.domain() == Domain.NUMBER).toList();
    String number = choices.of(whole).text();
    String test = choices.of(whole).text() + " > 2";
    return List.of(
        "BIT_AND(" + number + ")",
        "BIT_OR(" + number + ")",
        "BIT_XOR(" + number + ")",
        "BOOL_AND(" + test + ")",
        "BOOL_OR(" + test + ")");
  }

  private String distinctOf(List<Term> keys) {
    String key = choices.of(keys).text();
    return "COUNT(DISTINCT " + key + ")";
  }

  private List<String> ofKeys(List<Term> keys) {
    Term key = choices.of(keys);
    String text = key.text();
    List<String> calls = new ArrayList<>(List.of("COUNT(" + text + ")"));
    if (key.domain().isNumeric()) {
      calls.add(choices.of(List.of("SUM(", "AVG(")) + text + ")");
    }
    if (key.domain() != Domain.TRUTH) {
      calls.add("MIN(" + text + ")");
    }
    return calls;
  }

  /** The view's rows: its keys and calls. */
  static Select grouped(Select base, List<Term> keys, List<String> calls) {
    Select view = base.copy();
    List<String> texts = PairMaker.texts(keys);
    view.outputs.addAll(texts);
    view.outputs.addAll(calls);
    view.grouping = String.join(", ", texts);
    return view;
  }

  /** Some of the keys; perhaps all, perhaps none. */
  private List<Term> fewer(List<Term> keys) {
    List<Term> chosen = new ArrayList<>();
    for (Term key : keys) {
      if (choices.oneIn(2)) {
        chosen.add(key);
      }
    }
    return chosen;
  }

  /**
   * Groups over fewer keys.
   *
   * @param kept the view's calls, which the query asks for if it has no others
   */
  private Pair rollup(Select base, List<Term> keys, List<String> kept, List<String> asked) {
    Select view = grouped(base, keys, kept);
    List<String> calls = new ArrayList<>(asked);
    if (asked.isEmpty()) {
      calls.add(choices.of(kept));
      calls.add(choices.of(kept));
    }
    if (kept.contains("COUNT(*)") && choices.oneIn(4)) {
      Term key = choices.of(keys);
      String inner = Restriction.random(choices, key).sql(choices);
      calls.add("COUNT(*) FILTER (WHERE " + inner + ")");
    }
    Select query = grouped(base, fewer(keys), calls);
    return maker.finish(view, query, keys);
  }

  private Pair having(Select base, List<Term> keys, Term value) {
    List<String> calls = List.of("COUNT(*)", "SUM(" + value.text() + ")");
    Select view = grouped(base, keys, calls);
    Select query = grouped(base, choices.oneIn(2) ? keys : fewer(keys), calls);
    boolean both = query.grouping != null && query.grouping.equals(view.grouping);
    if (both && choices.oneIn(3)) {
      view.having.add("COUNT(*) >= 1");
      view.having.add("COUNT(*) > 1");
      query.having.add("COUNT(*) > " + (1 + choices.below(2)));
    } else {
      query.having.add(
          choices.of(List.of("COUNT(*) > 1", "SUM(" + value.text() + ") > 2", "NOT COUNT(*) < 2")));
    }
    return maker.finish(view, query, keys);
  }

  private Pair distinct(Select base, List<Term> keys) {
    Select view = choices.oneIn(2) ? grouped(base, keys, List.of("COUNT(*)")) : base.copy();
    if (view.outputs.isEmpty()) {
      view.outputs.addAll(PairMaker.texts(keys));
      view.distinct = choices.oneIn(2);
    }
    Select query = base.copy();
    query.outputs.addAll(PairMaker.texts(maker.some(keys)));
    query.distinct = true;
    return maker.finish(view, query, keys);
  }

  private Pair function(Select base, List<Term> keys, Term value) {
    List<String> calls = List.of("COUNT(*)", "SUM(" + value.text() + ")");
    Select view = grouped(base, keys, calls);
    List<Term> coarser = new ArrayList<>(fewer(keys));
    coarser.add(Expressions.coarser(choices, choices.of(keys)));
    Select query = grouped(base, coarser, calls);
    return maker.finish(view, query, keys);
  }

  /** Several groupings in the query, or in the view. */
  private Pair sets(Select base, List<Term> keys, Term value, boolean inView) {
    List<Term> two = new ArrayList<>(keys);
    base.columns().stream().filter(t -> !keys.contains(t)).findFirst().ifPresent(two::add);
    List<Term> both = two.subList(0, 2);
    String a = both.get(0).text();
    String b = both.get(1).text();
    List<String> calls = List.of("COUNT(*)", "SUM(" + value.text() + ")");
    Select several = grouped(base, both, calls);
    several.grouping =
        choices.of(
            List.of(
                "GROUPING SETS ((" + a + ", " + b + "), (" + a + "), ())",
                "ROLLUP (" + a + ", " + b + ")",
                "CUBE (" + a + ", " + b + ")"));
    if (inView) {
      several.outputs.add("GROUPING(" + a + ", " + b + ")");
      boolean coarse = choices.oneIn(2);
      Select one = grouped(base, coarse ? List.of(both.get(0)) : both, calls);
      return maker.finish(several, one, coarse ? List.of(both.get(0)) : both);
    }
    return maker.finish(grouped(base, both, calls), several, both);
  }
}
