package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A typed scalar expression: the one evaluator behind queries, views, constraints, defaults and
 * DML.
 *
 * <p>Immutable and thread-safe. A node's value is a cell of its {@link #type()} (see {@link
 * io.millrace.storage.row.CellType}), or null for NULL. Only what is really evaluated can fail: the
 * branches of CASE, and the right side of AND and OR after the left one decided, are not.
 */
public interface Expr {
  /** The type of every value; nullable unless NULL is impossible. */
  ColumnType type();

  /**
   * The value for the frame's current row.
   *
   * @throws io.millrace.engine.error.DatabaseException 22003, 22012, 22018, 22001, 22007 and others
   */
  @Nullable Object evaluate(EvaluationFrame frame);

  /** The direct sub-expressions. */
  List<Expr> children();

  /** The expression as SQL text with columns as {@code $0}, for EXPLAIN and errors. */
  @Override
  String toString();
}
