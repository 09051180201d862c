package io.millrace.sqllogictest.report;

import io.millrace.sqllogictest.run.Failure;
import java.util.Locale;
import java.util.Map;

/** A report as one small page without scripts or images. */
public final class HtmlReport {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>SQL logic tests</title>
      <style>
      body { font: 15px sans-serif; margin: 2em; max-width: 70em }
      table { border-collapse: collapse }
      th, td { padding: .2em .8em; border-bottom: 1px solid #ccc; text-align: right }
      th:first-child, td:first-child { text-align: left }
      .bad { color: #b00020; font-weight: bold }
      pre { background: #f4f4f4; padding: .6em; overflow-x: auto }
      </style>
      </head>
      <body>
      <h1>SQL logic tests</h1>
      """;

  private HtmlReport() {}

  /** The page. */
  public static String of(RunReport report) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(
        String.format(
            Locale.ROOT,
            "<p>%s, mode %s, %s; %s, commit %s; %.1f s with %d at a time.</p>%n",
            escaped(report.url()),
            escaped(report.mode()),
            escaped(report.selection()),
            report.begun(),
            escaped(report.commit()),
            report.wallSeconds(),
            report.jobs()));
    page.append("<table>\n<tr><th>group<th>scripts<th>aborted<th>queries<th>passed<th>failed");
    page.append("<th>skipped<th>not reached<th>rate/s</tr>\n");
    for (Map.Entry<String, Totals> group : report.groups().entrySet()) {
      row(group.getKey(), group.getValue(), page);
    }
    row("all", report.totals(), page);
    page.append("</table>\n");
    for (Failure failure : report.failures()) {
      page.append("<h3>")
          .append(escaped(failure.script() + ":" + failure.line()))
          .append("</h3>\n");
      page.append("<pre>").append(escaped(failure.sql())).append("</pre>\n");
      page.append("<pre>").append(escaped(failure.problem())).append("</pre>\n");
    }
    return page.append("</body>\n</html>\n").toString();
  }

  private static void row(String name, Totals totals, StringBuilder page) {
    page.append("<tr><td>").append(escaped(name));
    cell(totals.scripts(), false, page);
    cell(totals.aborted(), totals.aborted() > 0, page);
    cell(totals.queries(), false, page);
    cell(totals.passed(), false, page);
    int failed = totals.failed() + totals.failedStatements();
    cell(failed, failed > 0, page);
    cell(totals.skipped() + totals.skippedStatements(), false, page);
    cell(totals.notReached(), totals.notReached() > 0, page);
    cell(Math.round(totals.rate()), false, page);
    page.append("</tr>\n");
  }

  private static void cell(long value, boolean bad, StringBuilder page) {
    page.append(bad ? "<td class=\"bad\">" : "<td>")
        .append(String.format(Locale.ROOT, "%,d", value));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
