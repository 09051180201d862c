/**
 * Typed expressions, and the scalar and aggregate functions they call.
 *
 * <p>Equal arguments give bit-equal results on every JVM, interpreted or compiled, since a
 * retraction years later evaluates again. An expression shows no Calcite type; only what builds it
 * sees Calcite.
 */
@NullMarked
package io.millrace.engine.expr;

import org.jspecify.annotations.NullMarked;
