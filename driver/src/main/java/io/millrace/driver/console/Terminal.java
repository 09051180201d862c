package io.millrace.driver.console;

import java.io.PrintStream;

/** Where a console writes. */
record Terminal(PrintStream out, PrintStream err) {
  void flush() {
    out.flush();
    err.flush();
  }
}
