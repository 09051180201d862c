package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.Statement;

/** What an advisor asks of the database: to make views in thought, and to count rows. */
public interface Trial {
  /**
   * A catalog with one view more, which is compiled but not filled.
   *
   * @throws io.millrace.engine.error.DatabaseException if the view cannot be made
   */
  Catalog with(Statement.CreateView view, Catalog catalog);

  /** The circuit of a view of any such catalog. */
  Circuit circuit(View view);

  /** Counts the rows of a plan, at least in part; the plan reads one relation. */
  Counted count(PlanNode rows);

  /** Ends the search with an error if it shall go no further. */
  void check();

  /**
   * How many rows a plan has.
   *
   * @param rows of all, duplicates too
   * @param distinct how many are different
   * @param isAll whether all rows were counted, not only the first ones
   */
  record Counted(double rows, double distinct, boolean isAll) {}
}
