package io.millrace.sqllogictest.run;

/**
 * Something that did not go as a script says.
 *
 * @param line of the record in the script
 * @param problem what was expected and what came, for the reader of a report
 */
public record Failure(String script, int line, String sql, String problem) {
  @Override
  public String toString() {
    return script + ":" + line + ": " + problem + "\n" + sql.indent(4).stripTrailing();
  }
}
