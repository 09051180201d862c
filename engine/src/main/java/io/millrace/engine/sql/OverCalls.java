package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Finds the window functions of an expression, not those of subqueries in it. */
final class OverCalls extends SqlBasicVisitor<Void> {
  private OverCalls() {}

  /** One of them, or null. */
  static @Nullable SqlNode find(SqlNode node) {
    try {
      node.accept(new OverCalls());
      return null;
    } catch (Util.FoundOne found) {
      return (SqlNode) found.getNode();
    }
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.OVER) {
      throw new Util.FoundOne(call);
    }
    return call.isA(SqlKind.QUERY) ? null : super.visit(call);
  }
}
