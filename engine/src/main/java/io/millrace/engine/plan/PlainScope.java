package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;

/** What the leaves of an expression mean. What they cannot mean where it stands is not plain. */
interface PlainScope {
  /** The column with a name. */
  Expr column(SqlNode name);

  /** The value of a call that may be an aggregate. */
  Expr aggregate(SqlCall call);

  /** Whether a value is among the rows of a subquery. */
  Expr membership(Expr value, SqlNode query);
}
