package io.millrace.sqllogictest.report;

import io.millrace.sqllogictest.run.Failure;
import io.millrace.sqllogictest.run.ScriptOutcome;
import io.millrace.sqllogictest.script.TestScript;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run found. Immutable.
 *
 * @param selection which scripts were run, as the command line says it
 * @param wallSeconds from the first script's beginning to the last one's end
 */
public record RunReport(
    Instant begun,
    String commit,
    String url,
    String mode,
    String selection,
    int jobs,
    double wallSeconds,
    List<ScriptOutcome> outcomes) {
  public RunReport {
    outcomes = List.copyOf(outcomes);
  }

  public Totals totals() {
    return Totals.of(outcomes);
  }

  /** The sums of each group, by the group's name. */
  Map<String, Totals> groups() {
    Map<String, List<ScriptOutcome>> outcomesOf = new TreeMap<>();
    for (ScriptOutcome outcome : outcomes) {
      outcomesOf
          .computeIfAbsent(TestScript.group(outcome.script()), group -> new ArrayList<>())
          .add(outcome);
    }
    Map<String, Totals> groups = new TreeMap<>();
    outcomesOf.forEach((group, scripts) -> groups.put(group, Totals.of(scripts)));
    return groups;
  }

  List<Failure> failures() {
    return outcomes.stream().flatMap(outcome -> outcome.failures().stream()).toList();
  }

  /** Queries per second of the whole run. */
  double rate() {
    Totals totals = totals();
    return (totals.passed() + totals.failed()) / Math.max(wallSeconds, 0.001);
  }
}
