package io.millrace.engine.session;

/**
 * Which database to open.
 *
 * @param kind where it lives
 * @param name of a memory database, shared in the process under that name (an empty name is private
 *     to one session); or the folder of a file database
 */
public record DatabaseLocation(Kind kind, String name) {
  /** Where a database lives. */
  public enum Kind {
    /** In this process, until SHUTDOWN or the end of the process. */
    MEMORY,
    /** In a folder. */
    FILE
  }
}
