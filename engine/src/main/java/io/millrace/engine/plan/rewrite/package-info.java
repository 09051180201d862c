/**
 * Answers queries from incremental views: finds those parts of a plan that a kept view holds
 * already, wholly or up to a filter, a join or a coarser grouping.
 *
 * <p>{@link io.millrace.engine.plan.rewrite.Rewriter} is the way in. Plans of queries and stored
 * circuits of views are brought to one normal form, a {@link io.millrace.engine.plan.rewrite.Block}
 * (select, join, group), in which neither the order of joins nor the place of predicates shows;
 * {@link io.millrace.engine.plan.rewrite.BlockMatch} asks whether one block can be computed from
 * the other. Other operators are leaves of blocks, equal by their canonical text.
 *
 * <p>What must hold: a rewritten query gives the same bag in the same types, and fails only where
 * the plain one does. So nothing is assumed that constraints and predicates do not prove.
 *
 * <p>Source: Goldstein and Larson, "Optimizing queries using materialized views: a practical,
 * scalable solution", SIGMOD 2001.
 */
@NullMarked
package io.millrace.engine.plan.rewrite;

import org.jspecify.annotations.NullMarked;
