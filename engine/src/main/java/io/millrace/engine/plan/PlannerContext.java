package io.millrace.engine.plan;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import java.util.function.ToLongFunction;

/**
 * What a plan depends on beside the statement. Immutable.
 *
 * @param catalog what names mean
 * @param defaultSchema where names without a schema are looked for
 * @param rowCounts estimated rows of a table or view; only costs hang on it
 * @param optimized whether steps are taken that a plan could do without; off to compare answers
 * @param rewriting whether queries may be answered from views that they don't name
 */
public record PlannerContext(
    Catalog catalog,
    String defaultSchema,
    ToLongFunction<Relation> rowCounts,
    boolean optimized,
    RewriteMode rewriting) {

  /** What a relation counts as where nothing is known about it. */
  private static final long UNKNOWN_ROWS = 1000;

  /** A context without rewriting. */
  public PlannerContext(
      Catalog catalog,
      String defaultSchema,
      ToLongFunction<Relation> rowCounts,
      boolean optimized) {
    this(catalog, defaultSchema, rowCounts, optimized, RewriteMode.OFF);
  }

  /** A context with statistics. */
  public PlannerContext(Catalog catalog, String defaultSchema, ToLongFunction<Relation> rowCounts) {
    this(catalog, defaultSchema, rowCounts, true);
  }

  /** A context without statistics. */
  public static PlannerContext of(Catalog catalog, String defaultSchema) {
    return new PlannerContext(catalog, defaultSchema, relation -> UNKNOWN_ROWS, true);
  }
}
