package io.millrace.driver.console;

import io.millrace.driver.jdbc.MillraceConnection;
import io.millrace.driver.jdbc.MillraceProgress;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/**
 * One line that tells a person how far a statement has come: drawn after its first second, and
 * erased before anything else is printed. Only on a screen; elsewhere it does nothing. Thread-safe.
 */
final class ProgressLine implements AutoCloseable {
  private static final long FIRST_MILLIS = 1_000;
  private static final long NEXT_MILLIS = 200;

  /** An old terminal's width, less the last column, where some begin a new line. */
  private static final int WIDTH = 79;

  private final PrintStream err;
  private final Connection connection;
  private int drawn;
  private boolean closed;

  private ProgressLine(PrintStream err, Connection connection) {
    this.err = err;
    this.connection = connection;
  }

  /** Watches what a connection runs until it is closed. */
  static ProgressLine watch(Terminal terminal, Connection connection) {
    ProgressLine line = new ProgressLine(terminal.err(), connection);
    if (terminal.isScreen()) {
      Thread thread = new Thread(line::run, "millrace-progress");
      thread.setDaemon(true);
      thread.start();
    }
    return line;
  }

  private void run() {
    long pause = FIRST_MILLIS;
    while (waitedFor(pause)) {
      progress().ifPresent(this::draw);
      pause = NEXT_MILLIS;
    }
  }

  /** Waits and returns whether there is still something to watch. */
  private synchronized boolean waitedFor(long millis) {
    long until = System.nanoTime() + millis * 1_000_000;
    try {
      for (long left = millis;
          left > 0 && !closed;
          left = (until - System.nanoTime()) / 1_000_000) {
        wait(left);
      }
    } catch (InterruptedException e) {
      return false;
    }
    return !closed;
  }

  private Optional<MillraceProgress> progress() {
    try {
      return connection.unwrap(MillraceConnection.class).progress();
    } catch (SQLException e) {
      // It is closed: there is nothing to tell.
      return Optional.empty();
    }
  }

  /** Draws over what was drawn before. */
  synchronized void draw(MillraceProgress progress) {
    if (closed) {
      return;
    }
    String text = text(progress);
    String shown = text.length() > WIDTH ? text.substring(0, WIDTH) : text;
    err.print("\r" + shown + " ".repeat(Math.max(0, drawn - shown.length())));
    err.flush();
    drawn = shown.length();
  }

  /** What the statement does, how much of it is done, how fast, and how long it will take. */
  static String text(MillraceProgress progress) {
    if (progress.phase().isEmpty()) {
      return "Planning";
    }
    long done = progress.rowsDone();
    long expected = progress.rowsExpected();
    if (done == 0) {
      return progress.phase();
    }
    String text = progress.phase() + ": " + number(done);
    double rate = done * 1e3 / Math.max(1, progress.elapsedMillis());
    if (expected < done) {
      return text + " rows, " + number((long) rate) + " rows/s";
    }
    return String.format(
        Locale.ROOT,
        "%s of %s rows (%d %%), %s rows/s, %s left",
        text,
        number(expected),
        (long) (done * 100.0 / expected),
        number((long) rate),
        duration((long) Math.ceil((expected - done) / rate)));
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String duration(long seconds) {
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3600 + " h " + seconds / 60 % 60 + " min";
  }

  /** Ends it before anything else is printed. */
  @Override
  public void close() {
    end();
  }

  /** Erases the line and stops watching; a second call does nothing. */
  synchronized void end() {
    closed = true;
    notifyAll();
    if (drawn > 0) {
      err.print("\r" + " ".repeat(drawn) + "\r");
      err.flush();
      drawn = 0;
    }
  }
}
