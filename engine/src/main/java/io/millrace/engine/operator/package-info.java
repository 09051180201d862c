/**
 * One file per operator, with the query and its incremental form side by side.
 *
 * <p>An operator holds no mutable field: the context hands out traces of the previous tick and
 * takes staged deltas. Knows no SQL and no Calcite.
 */
@NullMarked
package io.millrace.engine.operator;

import org.jspecify.annotations.NullMarked;
