package io.millrace.engine.session;

/** How much of other transactions one sees. */
public enum Isolation {
  /** Each statement sees what was committed before it began. */
  READ_COMMITTED,
  /** Each transaction sees what was committed before it began: snapshot isolation. The default. */
  REPEATABLE_READ,
  /** As above, and what a transaction that writes has read must be unchanged when it commits. */
  SERIALIZABLE
}
