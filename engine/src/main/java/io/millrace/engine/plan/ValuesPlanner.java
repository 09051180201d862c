package io.millrace.engine.plan;

import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Constant rows. */
final class ValuesPlanner {
  private static final EvaluationFrame NO_ROW = EvaluationFrame.of(RowType.of());

  private final PlanBuilder builder;

  ValuesPlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(Values values, ImmutableBitSet needed) {
    List<ColumnType> declared = new ArrayList<>();
    needed.forEach(field -> declared.add(declared(values, field)));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      @Nullable Object[] cells = new @Nullable Object[declared.size()];
      int i = 0;
      for (int field : needed) {
        Expr literal = builder.expressions.of(tuple.get(field));
        cells[i] = Exprs.cast(literal, declared.get(i)).evaluate(NO_ROW);
        i++;
      }
      rows.add(cells);
    }
    return Built.of(
        node(builder.nodes, declared, rows), values.getRowType().getFieldCount(), needed);
  }

  /** The bag of these rows; a column is NOT NULL if no row has a NULL there. */
  static PlanNode node(PlanNodes nodes, List<ColumnType> declared, List<@Nullable Object[]> rows) {
    List<ColumnType> types = new ArrayList<>();
    for (int i = 0; i < declared.size(); i++) {
      int column = i;
      boolean nullable = rows.stream().anyMatch(cells -> cells[column] == null);
      types.add(declared.get(i).withNullable(nullable));
    }
    RowType type = RowType.of(types);
    ZSetBuilder bag = new ZSetBuilder(rows.size());
    rows.forEach(row -> bag.add(type.encode(row), 1));
    return nodes.node(new io.millrace.engine.operator.Values(type, bag.build()));
  }

  private ColumnType declared(Values values, int field) {
    return builder
        .expressions
        .type(values.getRowType().getFieldList().get(field).getType())
        .withNullable(true);
  }
}
