package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Writes IGNORE NULLS of a window function as a mark on its first argument: in a grouped query the
 * converter takes the function below IGNORE NULLS or RESPECT NULLS for an aggregate of the groups.
 */
final class NullTreatments extends SqlBasicVisitor<Void> {
  private NullTreatments() {}

  /** Changes a validated statement in place, so that what is known of its functions stays. */
  static void write(SqlNode statement) {
    statement.accept(new NullTreatments());
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall treated) {
      boolean ignores = treated.getKind() == SqlKind.IGNORE_NULLS;
      if (ignores || treated.getKind() == SqlKind.RESPECT_NULLS) {
        SqlCall function = treated.operand(0);
        if (ignores) {
          function.setOperand(0, Marker.IGNORE_NULLS.on(function.operand(0)));
        }
        call.setOperand(0, function);
      }
    }
    return super.visit(call);
  }
}
