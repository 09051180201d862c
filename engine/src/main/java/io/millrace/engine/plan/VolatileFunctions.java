package io.millrace.engine.plan;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Finds calls whose value changes by itself: RANDOM(), CURRENT_TIMESTAMP and their like. */
final class VolatileFunctions {
  private VolatileFunctions() {}

  /**
   * The first such call, with its place in the text unless it stands inside a plain view; null if
   * there is none.
   */
  static @Nullable String find(SqlNode statement, RelNode rel) {
    String written = inText(statement);
    return written != null ? written : inTree(rel);
  }

  private static boolean isVolatile(SqlOperator operator) {
    return !operator.isDeterministic() || operator.isDynamicFunction();
  }

  private static String call(SqlOperator operator) {
    String name = operator.getName();
    return operator.getSyntax() == SqlSyntax.FUNCTION_ID ? name : name + "()";
  }

  private static @Nullable String inText(SqlNode statement) {
    try {
      statement.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (isVolatile(call.getOperator())) {
                SqlParserPos position = call.getParserPosition();
                throw new Util.FoundOne(
                    call(call.getOperator())
                        + " (line "
                        + position.getLineNum()
                        + ", column "
                        + position.getColumnNum()
                        + ")");
              }
              return super.visit(call);
            }
          });
      return null;
    } catch (Util.FoundOne found) {
      return (String) found.getNode();
    }
  }

  private static @Nullable String inTree(RelNode rel) {
    String[] found = new String[1];
    RexShuttle calls =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (isVolatile(call.getOperator())) {
              found[0] = call(call.getOperator());
            }
            return super.visitCall(call);
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subquery) {
            String inside = inTree(subquery.rel);
            if (inside != null) {
              found[0] = inside;
            }
            return super.visitSubQuery(subquery);
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(calls);
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    return found[0];
  }
}
