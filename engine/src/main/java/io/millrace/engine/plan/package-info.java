/**
 * From a statement's syntax tree to a plan of operators.
 *
 * <p>{@link io.millrace.engine.plan.StatementPlanner} makes a {@link
 * io.millrace.engine.plan.Statement} of a text, {@link io.millrace.engine.plan.Planner} plans its
 * queries: Calcite's rules run for subqueries and grouping sets alone, the rest is one own walk
 * over the relational tree that pushes predicates, prunes columns and builds operators. No
 * predicate that can fail is moved below a join, an aggregate or another predicate. With {@code
 * sql}, the only package that sees Calcite's trees.
 */
@NullMarked
package io.millrace.engine.plan;

import org.jspecify.annotations.NullMarked;
