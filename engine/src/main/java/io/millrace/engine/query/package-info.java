/**
 * Runs a plan against one state: a snapshot and a transaction's own changes.
 *
 * <p>{@link io.millrace.engine.query.QueryRunner} pulls rows through the operators' Q, with access
 * paths below filters; {@link io.millrace.engine.query.SnapshotContext} says what a statement sees.
 * Rows come lazily and every loop can be cancelled. The operators are those that views use, so a
 * query and a view of it cannot disagree. Sorts are in memory.
 */
@NullMarked
package io.millrace.engine.query;

import org.jspecify.annotations.NullMarked;
