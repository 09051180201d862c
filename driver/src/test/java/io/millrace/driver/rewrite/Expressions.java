package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.List;

/** Expressions over one term; none of them fails for any of its values. */
final class Expressions {
  private Expressions() {}

  static Term of(Choices choices, Term term) {
    String text = term.text();
    return switch (term.domain()) {
      case NUMBER, DECIMAL ->
          choices.of(
              List.of(
                  term.with("(" + text + " + 1)", term.domain()),
                  term.with("(2 * " + text + ")", term.domain()),
                  term.with("COALESCE(" + text + ", 7)", term.domain()),
                  term.with("CASE WHEN " + text + " > 2 THEN 'b' ELSE 'a' END", Domain.TEXT)));
      case TEXT ->
          choices.of(
              List.of(
                  term.with("UPPER(" + text + ")", Domain.TEXT),
                  term.with("CHAR_LENGTH(" + text + ")", Domain.NUMBER),
                  term.with("(" + text + " || 'x')", Domain.TEXT)));
      case DAY -> choices.of(List.of(part(term, "YEAR"), part(term, "MONTH")));
      case TRUTH -> term.with("(" + text + " IS TRUE)", Domain.TRUTH);
    };
  }

  private static Term part(Term term, String part) {
    return term.with("EXTRACT(" + part + " FROM " + term.text() + ")", Domain.NUMBER);
  }

  /** A value that several keys share. */
  static Term coarser(Choices choices, Term term) {
    String text = term.text();
    return switch (term.domain()) {
      case NUMBER ->
          choices.of(
              List.of(
                  term.with("MOD(" + text + ", 2)", Domain.NUMBER),
                  term.with("(" + text + " / 3)", Domain.NUMBER),
                  term.with("CASE WHEN " + text + " > 2 THEN 'b' ELSE 'a' END", Domain.TEXT)));
      case DECIMAL -> term.with("FLOOR(" + text + ")", Domain.DECIMAL);
      case TEXT ->
          choices.of(
              List.of(
                  term.with("UPPER(" + text + ")", Domain.TEXT),
                  term.with("SUBSTRING(" + text + " FROM 1 FOR 1)", Domain.TEXT)));
      case DAY ->
          choices.of(
              List.of(
                  part(term, "YEAR"),
                  term.with("FLOOR(" + text + " TO MONTH)", Domain.DAY),
                  part(term, "MONTH")));
      case TRUTH -> term.with("(" + text + " IS TRUE)", Domain.TRUTH);
    };
  }
}
