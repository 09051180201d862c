package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A typed scalar expression: the one evaluator behind queries, views, constraints, defaults and
 * DML.
 *
 * <p>Immutable and thread-safe; {@link Exprs} makes them. Two expressions are equal iff they have
 * the same structure, so equal ones give equal values. A node's value is a cell of its {@link
 * #type()} (see {@link io.millrace.storage.row.CellType}), or null for NULL; CHAR cells have no
 * trailing blanks. Only what is really evaluated can fail: the branches of CASE, and the right side
 * of AND and OR after the left one decided, are not.
 */
public sealed interface Expr
    permits And,
        Call,
        Case,
        Cast,
        Coalesce,
        ColumnRef,
        Comparison,
        IsDistinct,
        IsNull,
        IsTruth,
        Literal,
        Not,
        Or,
        Parameter,
        Search {
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

  /** This node over other sub-expressions, as many as {@link #children()} has, of its types. */
  Expr withChildren(List<Expr> children);

  /** The expression as SQL text with columns as {@code $0}, for EXPLAIN and errors. */
  @Override
  String toString();
}
