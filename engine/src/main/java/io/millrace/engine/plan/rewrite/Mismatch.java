package io.millrace.engine.plan.rewrite;

import java.util.function.Supplier;

/** Why a view cannot answer a query, in a user's words. */
final class Mismatch extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Supplier<String> reason;

  Mismatch(String reason) {
    this(() -> reason);
  }

  /** A reason whose words are found when somebody asks for them. */
  Mismatch(Supplier<String> reason) {
    super("the view does not match", null, false, false);
    this.reason = reason;
  }

  /** The reason, to stand behind "view v". */
  String reason() {
    return reason.get();
  }
}
