package io.millrace.engine.plan;

/**
 * What the parts of one plain statement are planned with.
 *
 * @param cells types its literals and notes its parameters
 * @param builder makes its nodes
 */
record PlainWork(PlannerContext context, PlainCells cells, PlanBuilder builder) {
  static PlainWork of(PlannerContext context) {
    return new PlainWork(context, new PlainCells(), new PlanBuilder(new Expressions(true)));
  }
}
