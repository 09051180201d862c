package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptSource;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How far a run is. Thread-safe. What is done is measured in bytes of scripts, each query having an
 * equal part of its script's.
 */
public final class Progress {
  private final int scripts;
  private final long totalBytes;
  private final long begun = System.nanoTime();
  private final LongAdder queries = new LongAdder();
  private final DoubleAdder bytes = new DoubleAdder();
  private final AtomicInteger ended = new AtomicInteger();
  private final LongAdder failed = new LongAdder();
  private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();

  public Progress(List<ScriptSource> sources) {
    scripts = sources.size();
    totalBytes = Math.max(1, sources.stream().mapToLong(ScriptSource::sizeBytes).sum());
  }

  void query(double share) {
    queries.increment();
    bytes.add(share);
  }

  void ended(ScriptSource source, ScriptOutcome outcome) {
    double counted = outcome.queries() - outcome.notReached();
    bytes.add(source.sizeBytes() * (1 - counted / Math.max(1, outcome.queries())));
    failed.add(outcome.failures().size());
    failures.addAll(outcome.failures());
    ended.incrementAndGet();
  }

  /** The next failure of an ended script that was not asked for yet, or null. */
  public @Nullable Failure nextFailure() {
    return failures.poll();
  }

  /** One line: scripts, queries, rate, failures, and the time that is left. */
  public String line() {
    double seconds = (System.nanoTime() - begun) / 1e9;
    double done = Math.min(1, bytes.sum() / totalBytes);
    long left = done > 0.001 ? Math.round(seconds * (1 - done) / done) : -1;
    return String.format(
        Locale.ROOT,
        "%d of %d scripts, %,d queries, %,.0f/s, %d failed, %d %%, %s left",
        ended.get(),
        scripts,
        queries.sum(),
        queries.sum() / Math.max(seconds, 0.001),
        failed.sum(),
        Math.round(100 * done),
        left < 0 ? "?" : left >= 3600 ? hours(left) : minutes(left));
  }

  private static String hours(long seconds) {
    return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
  }

  private static String minutes(long seconds) {
    return seconds >= 60 ? seconds / 60 + " min " + seconds % 60 + " s" : seconds + " s";
  }
}
