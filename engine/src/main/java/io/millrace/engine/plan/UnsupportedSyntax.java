package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.engine.sql.CalciteErrors;
import io.millrace.engine.sql.Marker;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Refuses constructs that no operator computes yet while their place in the text is known. */
final class UnsupportedSyntax extends SqlBasicVisitor<Void> {
  private UnsupportedSyntax() {}

  /**
   * @throws DatabaseException 0A000 with line and column
   */
  static void check(SqlNode statement) {
    statement.accept(new UnsupportedSyntax());
  }

  @Override
  public Void visit(SqlCall call) {
    switch (call.getKind()) {
      case MATCH_RECOGNIZE -> refuse(call, "MATCH_RECOGNIZE", "Use joins.");
      case TABLESAMPLE -> refuse(call, "TABLESAMPLE", "Use a condition.");
      case COLLECTION_TABLE -> refuse(call, "A table function", "Use a table or a view.");
      case WITH_ITEM -> {
        if (((SqlWithItem) call).recursive.booleanValue()) {
          refuse(call, "WITH RECURSIVE", "Use a fixed number of joins.");
        }
      }
      case GROUPING, GROUPING_ID, GROUP_ID, FLOOR, CEIL -> {}
      default -> {
        checkUnits(call);
        if (call.getOperator().equals(Marker.WITH_TIES)
            && call.operand(0) instanceof SqlDynamicParam) {
          refuse(call, "A parameter as the number of FETCH … WITH TIES", "Use a number.");
        }
        if (call.getOperator() instanceof SqlAggFunction function
            && !function.requiresOver()
            && !RexAggregates.isKnown(function)) {
          refuse(
              call,
              "Aggregate function " + function.getName(),
              "Use another aggregate, or aggregate outside.");
        }
      }
    }
    return super.visit(call);
  }

  /** Units that only FLOOR and CEIL know have no number. */
  private static void checkUnits(SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlIntervalQualifier unit && unit.timeFrameName != null) {
        refuse(unit, "Unit " + unit.timeFrameName + " here", "Use WEEK, MONTH, DAY and the like.");
      }
    }
  }

  private static void refuse(SqlNode node, String feature, String advice) {
    throw CalciteErrors.at(Unsupported.error(feature, advice), node.getParserPosition());
  }
}
