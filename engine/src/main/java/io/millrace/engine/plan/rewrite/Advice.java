package io.millrace.engine.plan.rewrite;

import org.jspecify.annotations.Nullable;

/**
 * A view that would serve, or why there is none. All numbers are estimates in rows.
 *
 * @param statement makes the view; null if there is none
 * @param queries how many of the different queries asked about it would answer
 * @param readsBefore rows looked at each time one of them is read, as it is now
 * @param readsAfter the same with the view
 * @param rowsPerWrite rows that the view's upkeep looks at or changes for each changed row of its
 *     tables
 * @param size rows of the view
 * @param note of which query it is, or why there is no view
 */
public record Advice(
    @Nullable String statement,
    long queries,
    long readsBefore,
    long readsAfter,
    long rowsPerWrite,
    long size,
    String note) {

  /** Why there is no view for a query. */
  static Advice none(String note) {
    return new Advice(null, 0, 0, 0, 0, 0, note);
  }
}
