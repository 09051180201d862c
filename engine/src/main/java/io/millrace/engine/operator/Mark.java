package io.millrace.engine.operator;

/** The value of a mark: whether a left row has a partner, in three-valued logic. */
enum Mark {
  TRUE,
  UNKNOWN,
  FALSE
}
