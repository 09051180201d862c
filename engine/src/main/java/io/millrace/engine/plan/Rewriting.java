package io.millrace.engine.plan;

import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import java.util.List;

/**
 * A query's plan over views: it gives the same rows as the plain one while the views are fresh and
 * the conditions hold. Immutable.
 *
 * @param views the kept views that it reads in place of what the query names
 * @param lacking those of the views that lack rows, which the plan reads from tables besides
 * @param conditions over the parameters alone: for values for which one of them is not TRUE the
 *     views lack rows, and the plain plan has to run
 */
public record Rewriting(
    QueryPlan plan, List<View> views, List<View> lacking, List<Expr> conditions) {}
