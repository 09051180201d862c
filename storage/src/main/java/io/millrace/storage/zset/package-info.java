/**
 * Z-sets: maps from rows to nonzero 64-bit weights, the values that flow through circuits.
 *
 * <p>Pure algebra without input or output. {@link io.millrace.storage.zset.ZSet} is sorted,
 * consolidated and immutable; {@link io.millrace.storage.zset.ZSetBuilder} nets changes into one.
 */
@NullMarked
package io.millrace.storage.zset;

import org.jspecify.annotations.NullMarked;
