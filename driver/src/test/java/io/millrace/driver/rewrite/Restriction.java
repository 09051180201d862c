package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A predicate that keeps some values of a term: those between two of its domain's, or some single
 * ones, or all but NULL. Immutable.
 *
 * @param low the first value that is kept; below 0 for no bound
 * @param high the last one; {@code Domain.VALUES} for no bound
 */
record Restriction(Term term, Form form, int low, int high, List<Integer> points) {
  /** How it is written. */
  enum Form {
    RANGE,
    POINTS,
    PREFIX,
    PRESENT
  }

  static Restriction range(Term term, int low, int high) {
    return new Restriction(term, Form.RANGE, low, high, List.of());
  }

  private static Restriction points(Term term, List<Integer> points) {
    return new Restriction(term, Form.POINTS, 0, 0, points);
  }

  static Restriction random(Choices choices, Term term) {
    if (term.nullable() && choices.oneIn(6)) {
      return new Restriction(term, Form.PRESENT, 0, 0, List.of());
    }
    if (term.domain() == Domain.TEXT && choices.oneIn(3)) {
      return prefix(term);
    }
    return choices.oneIn(3) ? list(choices, term) : bounds(choices, term);
  }

  static Restriction bounds(Choices choices, Term term) {
    if (term.domain() == Domain.TRUTH) {
      return range(term, 3, 3);
    }
    return switch (choices.below(3)) {
      case 0 -> range(term, choices.below(3), Domain.VALUES);
      case 1 -> range(term, -1, 3 + choices.below(3));
      default -> range(term, choices.below(3), 3 + choices.below(3));
    };
  }

  static Restriction list(Choices choices, Term term) {
    int first = choices.below(3);
    return points(term, List.of(first, first + 1, first + 2 + choices.below(2)));
  }

  /** {@code LIKE 'a%'}, which keeps the first three texts. */
  static Restriction prefix(Term term) {
    return new Restriction(term, Form.PREFIX, 0, 2, List.of());
  }

  /** One that keeps fewer values, or the same. */
  Restriction narrower(Choices choices) {
    return switch (form) {
      case PRESENT -> bounds(choices, term);
      case POINTS ->
          choices.oneIn(3)
              ? range(term, points.get(1), points.get(1))
              : points(term, points.subList(choices.below(2), 2 + choices.below(2)));
      case PREFIX ->
          switch (choices.below(3)) {
            case 0 -> range(term, 1, 1);
            case 1 -> points(term, List.of(0, 2));
            default -> new Restriction(term, Form.PREFIX, 1, 2, List.of());
          };
      case RANGE -> narrowerRange(choices);
    };
  }

  private Restriction narrowerRange(Choices choices) {
    int from = Math.max(low, 0);
    int to = Math.min(high, Domain.VALUES - 1);
    int first = from + choices.below(to - from + 1);
    int last = first + choices.below(to - first + 1);
    return switch (choices.below(4)) {
      case 0 -> range(term, low < 0 ? -1 : first, high == Domain.VALUES ? high : last);
      case 1 -> range(term, first, last);
      case 2 -> range(term, first, first);
      default -> points(term, first == last ? List.of(first) : List.of(first, last));
    };
  }

  /** One that keeps values that this one drops. */
  Restriction wider(Choices choices) {
    return switch (form) {
      case PRESENT -> this;
      case POINTS -> points(term, List.of(points.get(0), 5, choices.below(5)));
      case PREFIX -> range(term, -1, 3);
      case RANGE -> low > 0 && choices.oneIn(2) ? range(term, low - 1, high) : loose();
    };
  }

  private Restriction loose() {
    return low > 0 ? range(term, -1, high) : range(term, low, Domain.VALUES);
  }

  /** The same term compared; ways of writing are chosen among. */
  String sql(Choices choices) {
    String text = term.text();
    return switch (form) {
      case PRESENT -> text + " IS NOT NULL";
      case POINTS -> text + " IN (" + literals() + ")";
      case PREFIX -> text + (low == 1 ? " LIKE 'ab%'" : " LIKE 'a%'");
      case RANGE -> rangeText(choices, text);
    };
  }

  private String literals() {
    return points.stream().map(term.domain()::literal).distinct().collect(Collectors.joining(", "));
  }

  private String rangeText(Choices choices, String text) {
    Domain domain = term.domain();
    if (domain == Domain.TRUTH) {
      return low < 3 ? "NOT " + text : text;
    }
    if (low < 0 && high >= Domain.VALUES) {
      return text + " IS NOT NULL";
    }
    if (low == high) {
      return text + " = " + domain.literal(low);
    }
    if (low >= 0 && high < Domain.VALUES && choices.oneIn(2)) {
      return text + " BETWEEN " + domain.literal(low) + " AND " + domain.literal(high);
    }
    List<String> parts =
        IntStream.of(0, 1).mapToObj(side -> bound(choices, text, side == 0)).toList();
    return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" AND "));
  }

  private String bound(Choices choices, String text, boolean lower) {
    int at = lower ? low : high;
    if (at < 0 || at >= Domain.VALUES) {
      return "";
    }
    boolean whole = term.domain() == Domain.NUMBER;
    return switch (choices.below(whole ? 4 : 2)) {
      case 0 -> text + (lower ? " >= " : " <= ") + term.domain().literal(at);
      case 1 -> term.domain().literal(at) + (lower ? " <= " : " >= ") + text;
      case 2 -> text + (lower ? " > " + (at - 1) : " < " + (at + 1));
      default -> "NOT (" + text + (lower ? " < " : " > ") + at + ")";
    };
  }
}
