/**
 * One connection's state: its transaction, settings and statements, and results as plain Java
 * values.
 *
 * <p>The driver imports only this package and {@code error}. {@link
 * io.millrace.engine.session.Database#connect} opens a {@link io.millrace.engine.session.Session};
 * each statement is one case in its runner: queries and changes in {@code Execution}, DDL in {@code
 * Definitions}, the rest in {@code SessionCommands} and {@code TextStatements}. A session is used
 * by one thread at a time; only cancelling and closing may come from another. java.time values
 * exist here and nowhere below.
 */
@NullMarked
package io.millrace.engine.session;

import org.jspecify.annotations.NullMarked;
