package io.millrace.engine.expr;

/** How long the value of a function stays the same for the same arguments. */
public enum Volatility {
  /** For ever. */
  IMMUTABLE,
  /** While a session setting does: a view freezes it when it is created. */
  SETTING,
  /** While the statement runs. */
  STATEMENT,
  /** Not even from one call to the next. */
  VOLATILE
}
