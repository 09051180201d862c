package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Expr;
import java.util.List;

/** Which joins of a view change nothing: those along a foreign key that is never NULL. */
final class ForeignKeys {
  ForeignKeys(LeafMapping mapping, Columns columns, Block view, List<Expr> predicates) {}

  static boolean isReferenced(Leaf leaf, Block view) {
    return false;
  }

  List<Expr> prove(boolean[] open) throws Mismatch {
    throw new Mismatch("joins another table");
  }
}
