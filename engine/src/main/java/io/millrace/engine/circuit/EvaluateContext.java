package io.millrace.engine.circuit;

import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.row.RowType;

/** What {@link Operator#evaluate} may ask of the statement that runs it. */
public interface EvaluateContext {
  /** A frame to evaluate expressions over rows of a type, with the statement's parameters. */
  EvaluationFrame frame(RowType rowType);

  /** The rows of a table or view at the statement's snapshot, own changes included. */
  RelationReader relation(int relationId);

  /**
   * Ends the statement if it was cancelled or ran out of time; call it in every loop.
   *
   * @throws io.millrace.engine.error.DatabaseException 57014
   */
  void checkCanceled();
}
