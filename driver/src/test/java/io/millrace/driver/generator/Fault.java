package io.millrace.driver.generator;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Something that the product must never do. */
final class Fault extends Exception {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  enum Sort {
    VIEW_DIFFERS,
    READ_IN_TRANSACTION_DIFFERS,
    REFUSED_COMMIT_CHANGED_A_VIEW,
    REFUSED_THOUGH_THE_QUERY_SUCCEEDS,
    QUERY_FAILS_ON_A_COMMITTED_STATE,
    VERIFY_FINDS_A_DIFFERENCE,
    REWRITTEN_QUERY_DIFFERS,
    QUERY_WITHOUT_OPTIMIZER_DIFFERS,
    STEPS_DIFFER,
    FILL_DIFFERS,
    VIEW_WITHOUT_OPTIMIZER_DIFFERS,
    UNEXPECTED_ERROR
  }

  private final Sort sort;
  private final @Nullable String view;

  Fault(Sort sort, @Nullable String view, String message, @Nullable Throwable cause) {
    super(sort + (view == null ? "" : " in view " + view) + ": " + message, cause);
    this.sort = sort;
    this.view = view;
  }

  /** What went wrong, with the SQLSTATE if there is one: a reduced case must have the same. */
  String signature() {
    return sort + (getCause() instanceof SQLException e ? " " + e.getSQLState() : "");
  }

  /** The view that is wrong; null if it is not known which. */
  @Nullable String view() {
    return view;
  }
}
