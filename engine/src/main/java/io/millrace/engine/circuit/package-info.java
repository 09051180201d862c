/**
 * Circuits of operators, their ticks, and the contexts that operators run in.
 *
 * <p>A circuit is immutable and serialisable; a tick reads the previous version and returns deltas,
 * so dropping what it staged undoes it. Knows no SQL and no Calcite.
 */
@NullMarked
package io.millrace.engine.circuit;

import org.jspecify.annotations.NullMarked;
