package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.List;

/** Queries of years, quarters and the like from views of months and the like. */
final class TruncatedPairs {
  /**
   * A truncation, and what follows from it; {@code @} stands for the date.
   *
   * @param of other expressions
   * @param tests conditions whose bounds are first or last days of a unit
   */
  private record Unit(String truncation, List<String> of, List<String> tests) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit(
              "FLOOR(@ TO MONTH)",
              List.of(
                  "EXTRACT(YEAR FROM @)",
                  "EXTRACT(QUARTER FROM @)",
                  "EXTRACT(MONTH FROM @)",
                  "FLOOR(@ TO YEAR)",
                  "FLOOR(@ TO QUARTER)",
                  "LAST_DAY(@)"),
              List.of(
                  "@ >= DATE '2024-01-01'",
                  "@ > DATE '2024-01-31'",
                  "DATE '2024-02-29' >= @",
                  "NOT @ < DATE '2024-03-01'",
                  "@ BETWEEN DATE '2024-01-01' AND DATE '2024-02-29'",
                  "(@ < DATE '2024-01-01' OR @ >= DATE '2024-03-01')")),
          new Unit(
              "FLOOR(@ TO YEAR)",
              List.of("EXTRACT(YEAR FROM @)", "EXTRACT(DECADE FROM @)", "FLOOR(@ TO CENTURY)"),
              List.of("@ >= DATE '2024-01-01'", "@ <= DATE '2023-12-31'")),
          new Unit(
              "FLOOR(@ TO ISOWEEK)",
              List.of("EXTRACT(WEEK FROM @)", "EXTRACT(ISOYEAR FROM @)"),
              List.of("@ >= DATE '2024-01-01'", "@ <= DATE '2025-06-15'")),
          new Unit(
              "FLOOR(@ TO DAY)",
              List.of(
                  "FLOOR(@ TO WEEK)",
                  "EXTRACT(DOW FROM @)",
                  "EXTRACT(DOY FROM @)",
                  "FLOOR(@ TO MONTH)"),
              List.of("@ > DATE '2024-01-31'", "DATE '2024-02-29' > @")));

  private final PairMaker maker;
  private final Choices choices;

  TruncatedPairs(PairMaker maker) {
    this.maker = maker;
    this.choices = maker.choices;
  }

  Pair make() {
    Select base = new Select();
    base.tables.add("fact");
    if (choices.oneIn(2)) {
      maker.join(base);
    }
    Term day = choices.of(base.columns().stream().filter(t -> t.domain() == Domain.DAY).toList());
    Unit unit = choices.of(UNITS);
    Term key = day.with(unit.truncation().replace("@", day.text()), Domain.DAY);
    List<Term> keys = new ArrayList<>(List.of(key));
    if (choices.oneIn(2)) {
      keys.add(choices.of(base.columns()));
    }
    Term value = choices.of(base.columns().stream().filter(t -> t.domain().isNumeric()).toList());
    List<String> calls = List.of("COUNT(*)", "SUM(" + value.text() + ")");
    Select view = GroupedPairs.grouped(base, keys, calls);
    keys.set(0, day.with(choices.of(unit.of()).replace("@", day.text()), Domain.NUMBER));
    Select query = GroupedPairs.grouped(base, keys, calls);
    if (choices.oneIn(2)) {
      query.conditions.add(choices.of(unit.tests()).replace("@", day.text()));
    }
    return maker.finish(view, query, keys.subList(1, keys.size()));
  }
}
