package io.millrace.driver.generator;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A generated view with what made it. Immutable.
 *
 * @param mayFail whether some rows may make its query fail
 * @param made the choices behind the query
 * @param sources what its query could read
 */
record View(
    String name,
    Source query,
    boolean incremental,
    boolean mayFail,
    Map<Construct, Integer> used,
    int[] made,
    Set<Construct> available,
    List<Source> sources) {
  private static final int BUDGET = 9;

  static View generate(
      String name, Choices choices, Set<Construct> available, List<Source> sources) {
    return generate(name, choices, Dialect.MILLRACE, available, sources);
  }

  private static View generate(
      String name,
      Choices choices,
      Dialect dialect,
      Set<Construct> available,
      List<Source> sources) {
    Generation generation =
        new Generation(choices, dialect, available, sources, 2 + choices.below(BUDGET));
    boolean incremental = !choices.oneIn(12);
    if (incremental && choices.oneIn(10)) {
      // No commit is refused for the sake of a view that is not kept.
      generation.letFail();
    }
    Source query = new QueryGenerator(generation).query();
    return new View(
        name,
        query,
        incremental,
        generation.mayFail(),
        generation.used(),
        choices.made(),
        available,
        List.copyOf(sources));
  }

  /** The view that other choices make. */
  View remade(int[] choices) {
    return generate(name, Choices.replay(choices), available, sources);
  }

  /** The query as another database writes it. */
  String in(Dialect dialect) {
    return generate(name, Choices.replay(made), dialect, available, sources).query.sql();
  }

  String definition() {
    String kind = incremental ? "CREATE INCREMENTAL MATERIALIZED VIEW " : "CREATE VIEW ";
    return kind + name + " AS " + query.sql();
  }

  /** It as something that the queries of other views can read. */
  Source source() {
    return new Source(name, query.fields(), Math.min(query.rows(), 40));
  }
}
