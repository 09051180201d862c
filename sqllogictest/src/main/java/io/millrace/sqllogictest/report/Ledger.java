package io.millrace.sqllogictest.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The file in which runs are noted, one line each, the newest last. */
public final class Ledger {
  private static final String HEAD =
      """
      # Runs of the SQL logic tests

      Written by the runner (`--ledger FILE`). `failed` counts queries and statements that should have
      failed; `rate` is queries per second of the whole run, `per CPU s` per second of processor time
      of the threads that ran the scripts.

      | date | commit | database | mode | scripts | aborted | statements | passed | failed | skipped | not reached | jobs | seconds | rate | per CPU s |
      |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
      """;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Ledger() {}

  /** Adds a run to the ledger, which is made if it is not there. */
  public static void add(Path ledger, RunReport report) throws IOException {
    if (!Files.exists(ledger)) {
      Files.writeString(ledger, HEAD);
    }
    Files.writeString(ledger, line(report), StandardOpenOption.APPEND);
  }

  private static String line(RunReport report) {
    Totals totals = report.totals();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s: %d | %d | %d | %d | %d | %d | %d | %d | %.0f | %.0f | %.0f |%n",
        DATE.format(report.begun()),
        report.commit(),
        report.url(),
        report.mode(),
        report.selection(),
        totals.scripts(),
        totals.aborted(),
        totals.statements(),
        totals.passed(),
        totals.failed() + totals.failedStatements(),
        totals.skipped() + totals.skippedStatements(),
        totals.notReached(),
        report.jobs(),
        report.wallSeconds(),
        report.rate(),
        totals.cpuRate());
  }
}
