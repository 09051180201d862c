package io.millrace.sqllogictest.report;

import io.millrace.sqllogictest.run.Failure;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for the terminal: failures, a line for each group, and the sums. */
public final class TextReport {
  private static final int SHOWN_FAILURES = 100;
  private static final String ROW = "%-24s %7s %7s %9s %9s %7s %7s %11s %9s %8s %9s%n";

  private TextReport() {}

  /** The whole report; its last line is {@code N passed, M failed}. */
  public static String of(RunReport report) {
    StringBuilder text = new StringBuilder();
    failures(report.failures(), text);
    text.append(
        String.format(
            Locale.ROOT,
            ROW,
            "group",
            "scripts",
            "aborted",
            "queries",
            "passed",
            "failed",
            "skipped",
            "not reached",
            "setup",
            "rate/s",
            "per CPU s"));
    for (Map.Entry<String, Totals> group : report.groups().entrySet()) {
      row(group.getKey(), group.getValue(), text);
    }
    Totals totals = report.totals();
    row("all", totals, text);
    text.append(
        String.format(
            Locale.ROOT,
            "%s, mode %s, %s: %.1f s with %d at a time, %,.0f queries/s%n",
            report.url(),
            report.mode(),
            report.selection(),
            report.wallSeconds(),
            report.jobs(),
            report.rate()));
    return text + lastLine(totals) + System.lineSeparator();
  }

  static String lastLine(Totals totals) {
    return totals.passed() + " passed, " + totals.failures() + " failed";
  }

  private static void failures(List<Failure> failures, StringBuilder text) {
    for (Failure failure : failures.subList(0, Math.min(SHOWN_FAILURES, failures.size()))) {
      text.append(failure).append(System.lineSeparator()).append(System.lineSeparator());
    }
    if (failures.size() > SHOWN_FAILURES) {
      text.append(failures.size() - SHOWN_FAILURES)
          .append(" more failures are in the JSON report")
          .append(System.lineSeparator())
          .append(System.lineSeparator());
    }
  }

  private static void row(String name, Totals totals, StringBuilder text) {
    text.append(
        String.format(
            Locale.ROOT,
            ROW,
            name,
            totals.scripts(),
            totals.aborted(),
            totals.queries(),
            totals.passed(),
            totals.failed() + totals.failedStatements(),
            totals.skipped() + totals.skippedStatements(),
            totals.notReached(),
            totals.statements(),
            String.format(Locale.ROOT, "%.0f", totals.rate()),
            String.format(Locale.ROOT, "%.0f", totals.cpuRate())));
  }
}
