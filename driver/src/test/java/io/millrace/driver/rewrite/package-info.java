/**
 * Whether kept views answer queries, and answer them right: fixed pairs of a view and a query, and
 * random ones.
 *
 * <p>A random pair is made by a {@link io.millrace.driver.rewrite.PairKind}: a view, and a query
 * derived from it in that way and perhaps in some more. All that is random comes from {@link
 * io.millrace.driver.generator.Choices}, so a failing pair shrinks by shrinking its choices.
 */
@NullMarked
package io.millrace.driver.rewrite;

import org.jspecify.annotations.NullMarked;
