package io.millrace.sqllogictest;

import io.millrace.sqllogictest.run.Failure;
import io.millrace.sqllogictest.run.Progress;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Prints how far a run is, a line every ten seconds and one at its end, and its first failures. */
final class ProgressLine {
  private static final int SECONDS = 10;

  /** All of them stand in the report. */
  private static final int MOST_FAILURES = 20;

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(ProgressLine::thread);
  private final Progress progress;
  private final PrintStream out;
  private final ScheduledFuture<?> printing;
  private int failures;

  private ProgressLine(Progress progress, PrintStream out) {
    this.progress = progress;
    this.out = out;
    this.printing = clock.scheduleAtFixedRate(this::print, SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  static ProgressLine start(Progress progress, PrintStream out) {
    return new ProgressLine(progress, out);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "progress");
    thread.setDaemon(true);
    return thread;
  }

  private synchronized void print() {
    for (Failure next = progress.nextFailure(); next != null; next = progress.nextFailure()) {
      failures++;
      if (failures <= MOST_FAILURES) {
        out.println(next);
      }
    }
    out.println(progress.line());
  }

  /** Prints the last line. */
  void stop() {
    printing.cancel(false);
    clock.shutdown();
    print();
  }
}
