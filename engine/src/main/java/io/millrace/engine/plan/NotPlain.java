package io.millrace.engine.plan;

/** Says that a statement has to go by the full planner. Thrown often, so it carries no stack. */
final class NotPlain extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotPlain() {
    super("not plain", null, false, false);
  }

  /** Leaves the statement to the full planner unless a condition holds. */
  static void unless(boolean condition) {
    if (!condition) {
      throw new NotPlain();
    }
  }
}
