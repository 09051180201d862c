package io.millrace.engine.sql;

import io.millrace.engine.catalog.Column;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.ColumnStrategy;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql2rel.InitializerContext;
import org.apache.calcite.sql2rel.NullInitializerExpressionFactory;

/**
 * Fills in the columns that an INSERT leaves out: their DEFAULT, else NULL, which the engine
 * refuses later (23502) where the column is NOT NULL.
 */
final class ColumnDefaults extends NullInitializerExpressionFactory {
  private final Function<String, SqlNode> expressionParser;

  ColumnDefaults(Function<String, SqlNode> expressionParser) {
    this.expressionParser = expressionParser;
  }

  @Override
  public ColumnStrategy generationStrategy(RelOptTable table, int column) {
    return ColumnStrategy.DEFAULT;
  }

  @Override
  public RexNode newColumnDefaultValue(RelOptTable table, int ordinal, InitializerContext context) {
    RelationTable target = table.unwrapOrThrow(RelationTable.class);
    Column column = target.relation().columns().get(ordinal);
    String sql = column.defaultSql();
    if (sql == null) {
      RelDataType type = RelTypes.of(column.type().withNullable(true));
      return context.getRexBuilder().makeNullLiteral(type);
    }
    SqlNode valid = context.validateExpression(table.getRowType(), expressionParser.apply(sql));
    return context.convertExpression(valid);
  }
}
