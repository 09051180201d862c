package io.millrace.sqllogictest.report;

import io.millrace.sqllogictest.run.Failure;
import io.millrace.sqllogictest.run.ScriptOutcome;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A report for programs. */
public final class JsonReport {
  private JsonReport() {}

  /** One object: the run, its totals, its groups, each script, and the failures. */
  public static String of(RunReport report) {
    return "{\n"
        + "  \"begun\": "
        + quoted(report.begun().toString())
        + ",\n  \"commit\": "
        + quoted(report.commit())
        + ",\n  \"url\": "
        + quoted(report.url())
        + ",\n  \"mode\": "
        + quoted(report.mode())
        + ",\n  \"selection\": "
        + quoted(report.selection())
        + ",\n  \"jobs\": "
        + report.jobs()
        + ",\n  \"wallSeconds\": "
        + number(report.wallSeconds())
        + ",\n  \"totals\": "
        + totals(report.totals())
        + ",\n  \"groups\": {\n"
        + report.groups().entrySet().stream()
            .map(JsonReport::group)
            .collect(Collectors.joining(",\n"))
        + "\n  },\n  \"scripts\": [\n"
        + report.outcomes().stream().map(JsonReport::script).collect(Collectors.joining(",\n"))
        + "\n  ],\n  \"failures\": [\n"
        + report.failures().stream().map(JsonReport::failure).collect(Collectors.joining(",\n"))
        + "\n  ]\n}\n";
  }

  private static String group(Map.Entry<String, Totals> group) {
    return "    " + quoted(group.getKey()) + ": " + totals(group.getValue());
  }

  private static String totals(Totals totals) {
    return "{\"scripts\": "
        + totals.scripts()
        + ", \"aborted\": "
        + totals.aborted()
        + ", \"queries\": "
        + totals.queries()
        + ", \"passed\": "
        + totals.passed()
        + ", \"failed\": "
        + totals.failed()
        + ", \"skipped\": "
        + totals.skipped()
        + ", \"notReached\": "
        + totals.notReached()
        + ", \"statements\": "
        + totals.statements()
        + ", \"failedStatements\": "
        + totals.failedStatements()
        + ", \"skippedStatements\": "
        + totals.skippedStatements()
        + ", \"threadSeconds\": "
        + number(totals.seconds())
        + ", \"cpuSeconds\": "
        + number(totals.cpuSeconds())
        + "}";
  }

  private static String script(ScriptOutcome outcome) {
    return "    {\"script\": "
        + quoted(outcome.script())
        + ", \"queries\": "
        + outcome.queries()
        + ", \"passed\": "
        + outcome.passed()
        + ", \"failed\": "
        + outcome.failed()
        + ", \"skipped\": "
        + outcome.skipped()
        + ", \"notReached\": "
        + outcome.notReached()
        + ", \"aborted\": "
        + outcome.aborted().isPresent()
        + ", \"seconds\": "
        + number(outcome.nanos() / 1e9)
        + "}";
  }

  private static String failure(Failure failure) {
    return "    {\"script\": "
        + quoted(failure.script())
        + ", \"line\": "
        + failure.line()
        + ", \"sql\": "
        + quoted(failure.sql())
        + ", \"problem\": "
        + quoted(failure.problem())
        + "}";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        quoted.append('\\').append(letter);
      } else if (letter < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
      } else {
        quoted.append(letter);
      }
    }
    return quoted.append('"').toString();
  }
}
