package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.util.ArrayList;
import java.util.List;

/** Takes a part of a script's queries, for runs that must be short. */
final class Thinning {
  private Thinning() {}

  /** All statements, and so many queries at most, evenly spread; always the same ones. */
  static List<Step> thinned(List<Step> steps, int queries) {
    long all = steps.stream().filter(Query.class::isInstance).count();
    if (all <= queries) {
      return steps;
    }
    List<Step> kept = new ArrayList<>();
    long seen = 0;
    for (Step step : steps) {
      if (!(step instanceof Query)) {
        kept.add(step);
      } else if (seen++ * queries / all != seen * queries / all) {
        kept.add(step);
      }
    }
    return kept;
  }
}
