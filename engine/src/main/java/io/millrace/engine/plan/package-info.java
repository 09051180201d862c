/**
 * From a relational tree to a plan or a circuit, and the rewriting of queries over views.
 *
 * <p>Rules are an explicit list, run by a Hep planner; no predicate that can fail is moved below a
 * join, an aggregate or another predicate. With {@code sql}, the only package that sees Calcite's
 * trees.
 */
@NullMarked
package io.millrace.engine.plan;

import org.jspecify.annotations.NullMarked;
