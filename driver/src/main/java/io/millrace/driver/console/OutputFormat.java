package io.millrace.driver.console;

/** How rows are printed. */
enum OutputFormat {
  TABLE,
  CSV
}
