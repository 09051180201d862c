/**
 * The life of a view: compile, fill, tick, recompute.
 *
 * <p>The content of an incremental view at a version is its query over the tables at that version.
 * {@link io.millrace.engine.view.ViewCompiler} makes its circuit, {@link
 * io.millrace.engine.view.ViewFill} feeds it from nothing, {@link
 * io.millrace.engine.view.ViewMaintenance} ticks all circuits in a commit, and {@link
 * io.millrace.engine.view.EvaluatedView} is the view's query over other states, such as a
 * transaction's own.
 */
@NullMarked
package io.millrace.engine.view;

import org.jspecify.annotations.NullMarked;
