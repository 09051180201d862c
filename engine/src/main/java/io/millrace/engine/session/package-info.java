/**
 * One connection's state: its snapshot, transaction, settings and statements, and results as plain
 * Java values.
 *
 * <p>The driver imports only this package and {@code error}. A session is used by one thread at a
 * time; only cancelling may come from another. java.time values exist here and nowhere below.
 */
@NullMarked
package io.millrace.engine.session;

import org.jspecify.annotations.NullMarked;
