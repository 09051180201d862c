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
    List<@Nullable Object[]> rows = new ArrayList<>();
    boolean[] nullable = new boolean[needed.cardinality()];
    for (List<RexLiteral> tuple : values.getTuples()) {
      @Nullable Object[] cells = new @Nullable Object[nullable.length];
      int i = 0;
      for (int field : needed) {
        Expr literal = builder.expressions.of(tuple.get(field));
        cells[i] = Exprs.cast(literal, declared(values, field)).evaluate(NO_ROW);
        nullable[i] |= cells[i] == null;
        i++;
      }
      rows.add(cells);
    }
    List<ColumnType> types = new ArrayList<>();
    for (int field : needed) {
      types.add(declared(values, field).withNullable(nullable[types.size()]));
    }
    RowType type = RowType.of(types);
    ZSetBuilder bag = new ZSetBuilder(rows.size());
    rows.forEach(row -> bag.add(type.encode(row), 1));
    PlanNode node = builder.nodes.node(new io.millrace.engine.operator.Values(type, bag.build()));
    return Built.of(node, values.getRowType().getFieldCount(), needed);
  }

  private ColumnType declared(Values values, int field) {
    return builder
        .expressions
        .type(values.getRowType().getFieldList().get(field).getType())
        .withNullable(true);
  }
}
