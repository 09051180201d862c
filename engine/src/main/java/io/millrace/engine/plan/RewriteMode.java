package io.millrace.engine.plan;

/** Whether queries are answered from kept views that they don't name. */
public enum RewriteMode {
  OFF,
  /** Where a view is estimated to be cheaper to read. */
  ON,
  /** Wherever a view can answer, cheaper or not: to see whether it can. */
  FORCE
}
