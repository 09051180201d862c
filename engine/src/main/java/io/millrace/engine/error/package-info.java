/**
 * Errors that reach a user: an SQLSTATE, what failed, where, and what to do.
 *
 * <p>Each distinct error is one constant of {@link io.millrace.engine.error.ErrorCode}; throw what
 * its {@code exception} returns. A broken invariant is an {@link AssertionError} instead.
 */
@NullMarked
package io.millrace.engine.error;

import org.jspecify.annotations.NullMarked;
