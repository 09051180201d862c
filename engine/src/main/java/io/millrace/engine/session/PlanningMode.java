package io.millrace.engine.session;

import io.millrace.engine.plan.RewriteMode;

/**
 * How a session's settings have its statements planned. Immutable.
 *
 * @param optimized whether steps are taken that a plan could do without
 * @param rewriting whether views are looked for that answer a query
 */
record PlanningMode(boolean optimized, RewriteMode rewriting) {
  /** Of a session with no setting changed. */
  static final PlanningMode USUAL = new PlanningMode(true, RewriteMode.ON);

  PlanningMode {
    if (!optimized) {
      rewriting = RewriteMode.OFF;
    }
  }
}
