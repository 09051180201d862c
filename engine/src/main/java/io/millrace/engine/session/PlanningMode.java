package io.millrace.engine.session;

import io.millrace.engine.plan.RewriteMode;

/**
 * How a session's settings have its statements planned. Immutable.
 *
 * @param optimized whether steps are taken that a plan could do without
 * @param forcesViews whether queries are answered from views whatever it costs
 */
record PlanningMode(boolean optimized, boolean forcesViews) {
  /** Of a session with no setting changed: the mode whose plans are kept for all sessions. */
  static final PlanningMode USUAL = new PlanningMode(true, false);

  /** Without optional steps nothing is rewritten; whether a rewriting is used is asked later. */
  RewriteMode rewriting() {
    if (!optimized) {
      return RewriteMode.OFF;
    }
    return forcesViews ? RewriteMode.FORCE : RewriteMode.ON;
  }
}
