package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Collect;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Match;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.Uncollect;

/** Errors for what no operator computes yet. */
final class Unsupported {
  private Unsupported() {}

  static DatabaseException node(RelNode rel) {
    if (rel instanceof Correlate) {
      return correlation();
    }
    if (rel instanceof Uncollect) {
      return error("UNNEST of arrays of two outer queries at once", "Unnest one before.");
    }
    if (rel instanceof Collect) {
      return error("A multiset of a subquery", "Use ARRAY.");
    }
    if (rel instanceof RepeatUnion) {
      return error("WITH RECURSIVE", "Use a fixed number of joins.");
    }
    if (rel instanceof AsofJoin) {
      return error("ASOF JOIN", "Use a correlated subquery with ORDER BY and LIMIT 1.");
    }
    if (rel instanceof Match) {
      return error("MATCH_RECOGNIZE", "Use joins.");
    }
    if (rel instanceof Sample) {
      return error("TABLESAMPLE", "Use a condition.");
    }
    if (rel instanceof TableFunctionScan) {
      return error("A table function", "Use a table or a view.");
    }
    return error(rel.getRelTypeName().replace("Logical", ""), "Write the query otherwise.");
  }

  static DatabaseException correlation() {
    return error(
        "A subquery that reads columns of the query around it in this way", "Write it as a join.");
  }

  static DatabaseException limit(String clause) {
    return error("A parameter or expression as " + clause + " of a subquery", "Use a number.");
  }

  static DatabaseException error(String feature, String advice) {
    return ErrorCode.FEATURE_NOT_SUPPORTED.exception(feature, advice);
  }
}
