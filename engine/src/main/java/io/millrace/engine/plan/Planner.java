package io.millrace.engine.plan;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.sql.CalciteErrors;
import io.millrace.engine.sql.StatementTrees;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlNode;

/**
 * Plans queries, changes and stored expressions.
 *
 * <p>Syntax trees are changed by planning; parse again to plan again. Thread-safe: each call works
 * on its own. Planning a plain statement takes about a millisecond once warm; callers cache plans.
 */
public final class Planner {
  /** The plan of a query as a reader sees it: its order and limit are the reader's to apply. */
  public QueryPlan planQuery(SqlNode query, PlannerContext context) {
    return run(() -> new QueryPlanner(context).plan(query));
  }

  /**
   * The plan of a view's query: ORDER BY without LIMIT has no meaning and is dropped, with LIMIT it
   * is an operator. Then {@link QueryPlan#order} is empty, {@code offset} and {@code fetch} null.
   */
  public QueryPlan planView(SqlNode query, PlannerContext context) {
    return run(() -> new QueryPlanner(context).planView(query));
  }

  /**
   * The plan of an INSERT, UPDATE or DELETE.
   *
   * @throws DatabaseException 42P01 if there is no such table, 42809 if it is a view
   */
  public DmlPlan planDml(SqlNode statement, PlannerContext context) {
    return run(() -> new DmlPlanner(context).plan(statement));
  }

  /** The value of a column's DEFAULT, over no columns, assigned to the column. */
  public Expr planDefault(
      SqlNode expression, String column, ColumnType type, PlannerContext context) {
    return run(() -> new ExpressionPlanner(context).planDefault(expression, column, type));
  }

  /** A CHECK condition over the rows of a table, which need not be in the catalog yet. */
  public Expr planCheck(SqlNode condition, Table table, PlannerContext context) {
    return run(() -> new ExpressionPlanner(context).planCheck(condition, table));
  }

  private static <T> T run(Supplier<T> planning) {
    return CalciteErrors.translate(
        () -> {
          try {
            return planning.get();
          } catch (RowException e) {
            // A literal that its type cannot hold.
            throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception("A literal", "its type").causedBy(e);
          }
        });
  }

  static StatementTrees trees(PlannerContext context) {
    return new StatementTrees(context.catalog(), context.defaultSchema(), context.rowCounts());
  }
}
