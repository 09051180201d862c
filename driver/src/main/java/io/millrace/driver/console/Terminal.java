package io.millrace.driver.console;

import java.io.PrintStream;

/**
 * Where a console writes.
 *
 * @param isScreen whether a person watches, so that a line may be drawn and erased again
 */
record Terminal(PrintStream out, PrintStream err, boolean isScreen) {
  void flush() {
    out.flush();
    err.flush();
  }
}
