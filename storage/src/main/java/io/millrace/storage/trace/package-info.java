/**
 * Traces: integrated streams that are kept for lookup, read at one version.
 *
 * <p>{@link io.millrace.storage.trace.Trace} maps entries to weights (tables without a key, view
 * contents, arrangements), {@link io.millrace.storage.trace.StateTrace} maps keys to values (tables
 * with a primary key, accumulators). Both are readers of one version and never change; what a tick
 * would change is a {@link io.millrace.storage.trace.TraceChange}, staged until the commit is
 * logged.
 */
@NullMarked
package io.millrace.storage.trace;

import org.jspecify.annotations.NullMarked;
