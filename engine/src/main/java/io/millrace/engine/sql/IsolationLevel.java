package io.millrace.engine.sql;

/** The isolation levels of the standard. */
public enum IsolationLevel {
  READ_UNCOMMITTED("READ UNCOMMITTED"),
  READ_COMMITTED("READ COMMITTED"),
  REPEATABLE_READ("REPEATABLE READ"),
  SERIALIZABLE("SERIALIZABLE");

  private final String sql;

  IsolationLevel(String sql) {
    this.sql = sql;
  }

  /** The level's words in SQL. */
  public String sql() {
    return sql;
  }
}
