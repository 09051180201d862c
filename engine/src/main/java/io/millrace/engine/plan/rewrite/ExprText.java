package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** Expressions over leaves in a user's words: columns by their names. */
final class ExprText {
  private ExprText() {}

  /** The expression's text with columns by theirs. */
  static String of(Expr expr, IntFunction<String> columns) {
    String text = expr.toString();
    // From the last on, so that $1 is not taken for the beginning of $12.
    for (int column : new TreeSet<>(Exprs.columns(expr)).descendingSet()) {
      text = text.replace("$" + column, columns.apply(column));
    }
    return text;
  }

  /** The name of a leaf's column. */
  static String column(Leaf leaf, String name) {
    Relation relation = leaf.relation();
    if (relation != null) {
      for (Column column : relation.columns()) {
        if (Leaf.columnName(column.id()).equals(name)) {
          return "\"" + column.name() + "\"";
        }
      }
    }
    return "of a subquery";
  }
}
