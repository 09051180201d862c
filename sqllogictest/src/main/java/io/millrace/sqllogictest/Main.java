package io.millrace.sqllogictest;

import io.millrace.sqllogictest.report.ComparisonReport;
import io.millrace.sqllogictest.report.HtmlReport;
import io.millrace.sqllogictest.report.JsonReport;
import io.millrace.sqllogictest.report.Ledger;
import io.millrace.sqllogictest.report.RunReport;
import io.millrace.sqllogictest.report.TextReport;
import io.millrace.sqllogictest.run.Databases;
import io.millrace.sqllogictest.run.Modes;
import io.millrace.sqllogictest.run.Progress;
import io.millrace.sqllogictest.run.Rules;
import io.millrace.sqllogictest.run.ScriptOutcome;
import io.millrace.sqllogictest.run.Suite;
import io.millrace.sqllogictest.script.Corpus;
import io.millrace.sqllogictest.script.ScriptSource;
import io.millrace.sqllogictest.script.Selection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The runner's command line. */
public final class Main {
  private final Arguments arguments;
  private final PrintStream out;
  private final PrintStream progress;

  private Main(Arguments arguments, PrintStream out, PrintStream progress) {
    this.arguments = arguments;
    this.out = out;
    this.progress = progress;
  }

  // Held here: a logger that nobody holds forgets its level.
  private static final Logger POOL = Logger.getLogger("com.zaxxer.hikari");

  public static void main(String... words) throws IOException, InterruptedException {
    System.exit(run(System.out, System.err, words));
  }

  /** Runs a command line; returns the exit status. */
  static int run(PrintStream out, PrintStream progress, String... words)
      throws IOException, InterruptedException {
    POOL.setLevel(Level.SEVERE);
    try {
      Arguments arguments = Arguments.parse(words);
      if (arguments.helps()) {
        out.print(Arguments.USAGE);
        return 0;
      }
      return new Main(arguments, out, progress).run();
    } catch (IllegalArgumentException e) {
      progress.println(e.getMessage());
      progress.println("--help tells what there is");
      return 2;
    }
  }

  private int run() throws IOException, InterruptedException {
    List<ScriptSource> sources = sources();
    if (arguments.lists()) {
      sources.forEach(source -> out.println(source.name()));
      return 0;
    }
    List<RunReport> reports = new ArrayList<>();
    for (String url : arguments.urls()) {
      RunReport report = run(url, sources);
      reports.add(report);
      write(report, reports.size());
    }
    if (reports.size() > 1) {
      out.println(ComparisonReport.of(reports));
    }
    out.print(TextReport.of(reports.get(0)));
    return reports.get(0).totals().failures() == 0 ? 0 : 1;
  }

  private List<ScriptSource> sources() throws IOException {
    List<ScriptSource> matching = Selection.matching(Corpus.all(), arguments.patterns());
    List<ScriptSource> sampled =
        arguments.sample().isPresent()
            ? Selection.sample(matching, arguments.sample().get(), arguments.seed())
            : matching;
    return Selection.shard(sampled, arguments.shard(), arguments.shards());
  }

  private RunReport run(String url, List<ScriptSource> sources)
      throws IOException, InterruptedException {
    Databases databases = new Databases(url, arguments.dialect(), arguments.timeoutSeconds());
    Suite suite =
        new Suite(
            Modes.of(arguments.mode()),
            rules(databases),
            databases,
            arguments.queries(),
            arguments.jobs());
    Progress done = new Progress(sources);
    Instant begun = Instant.now();
    long nanos = System.nanoTime();
    ProgressLine line = ProgressLine.start(done, progress);
    List<ScriptOutcome> outcomes;
    try {
      outcomes = suite.run(sources, done);
    } finally {
      line.stop();
    }
    return new RunReport(
        begun,
        Commit.current(),
        url,
        arguments.mode(),
        arguments.selection(),
        databases.areSeparate() ? arguments.jobs() : 1,
        (System.nanoTime() - nanos) / 1e9,
        outcomes);
  }

  private Rules rules(Databases databases) throws IOException {
    if (arguments.rules().isPresent()) {
      try (BufferedReader file = Files.newBufferedReader(arguments.rules().get())) {
        return Rules.read(file);
      }
    }
    return databases.areOurs() ? Rules.ours() : Rules.NONE;
  }

  /** Reports of the second database and on have its place in their names. */
  private void write(RunReport report, int place) throws IOException {
    if (arguments.report().isPresent()) {
      Path folder = Files.createDirectories(arguments.report().get());
      String name = place == 1 ? "report" : "report-" + place;
      Files.writeString(folder.resolve(name + ".txt"), TextReport.of(report));
      Files.writeString(folder.resolve(name + ".json"), JsonReport.of(report));
      Files.writeString(folder.resolve(name + ".html"), HtmlReport.of(report));
    }
    if (arguments.ledger().isPresent()) {
      Ledger.add(arguments.ledger().get(), report);
    }
  }
}
