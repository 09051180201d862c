/**
 * Runs a plan against one snapshot: access paths, sorts and spills.
 *
 * <p>Rows come lazily and can be cancelled; the snapshot is held until the cursor is closed. The
 * operators are those that views use, so a query and a view of it cannot disagree.
 */
@NullMarked
package io.millrace.engine.query;

import org.jspecify.annotations.NullMarked;
