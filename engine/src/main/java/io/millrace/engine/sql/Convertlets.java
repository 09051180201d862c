package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlAvgAggFunction;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * How calls become row expressions: as in Calcite, but AVG over a window stays AVG. Calcite divides
 * a sum by a count, which is not what AVG gives elsewhere. An ordered argument is its argument, and
 * a value with a plus sign the value.
 */
final class Convertlets implements SqlRexConvertletTable {
  static final SqlRexConvertletTable INSTANCE = new Convertlets();

  private Convertlets() {}

  @Override
  public @Nullable SqlRexConvertlet get(SqlCall call) {
    if (call.getOperator() instanceof SqlAvgAggFunction avg && avg.getKind() == SqlKind.AVG) {
      return (context, aggregate) ->
          StandardConvertletTable.INSTANCE.convertAggregateFunction(context, avg, aggregate);
    }
    if (Marker.OUTER.isOn(call) || UnaryPlus.isIn(call)) {
      return (context, marked) -> context.convertExpression(marked.operand(0));
    }
    if (call.getOperator() instanceof OrderedArgument argument) {
      return argument::convert;
    }
    return StandardConvertletTable.INSTANCE.get(call);
  }
}
