package io.millrace.engine.plan.rewrite;

import io.millrace.engine.plan.QueryPlan;

/**
 * A query that views are sought for.
 *
 * @param plan as it was written, over no views
 * @param count how often it is read
 */
public record AskedQuery(String sql, QueryPlan plan, long count) {}
