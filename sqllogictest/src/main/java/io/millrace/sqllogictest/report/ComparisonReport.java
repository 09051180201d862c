package io.millrace.sqllogictest.report;

import java.util.List;
import java.util.Locale;

/** Several products over the same scripts, a line for each. */
public final class ComparisonReport {
  private static final String ROW = "%-34s %8s %8s %10s %9s %8s %11s %8s %9s%n";

  private ComparisonReport() {}

  public static String of(List<RunReport> reports) {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            ROW,
            "database",
            "scripts",
            "aborted",
            "passed",
            "failed",
            "skipped",
            "not reached",
            "rate/s",
            "per CPU s"));
    for (RunReport report : reports) {
      Totals totals = report.totals();
      table.append(
          String.format(
              Locale.ROOT,
              ROW,
              report.url(),
              totals.scripts(),
              totals.aborted(),
              totals.passed(),
              totals.failed() + totals.failedStatements(),
              totals.skipped() + totals.skippedStatements(),
              totals.notReached(),
              String.format(Locale.ROOT, "%.0f", report.rate()),
              String.format(Locale.ROOT, "%.0f", totals.cpuRate())));
    }
    return table.toString();
  }
}
