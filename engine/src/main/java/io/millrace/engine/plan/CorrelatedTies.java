package io.millrace.engine.plan;

import com.google.common.collect.ImmutableList;
import io.millrace.engine.sql.Marker;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Writes FETCH … WITH TIES whose rows depend on an outer row as bounds of RANK and, for OFFSET,
 * ROW_NUMBER. The decorrelator partitions what windows it finds by the outer row, but makes one of
 * FETCH by itself and takes each for ONLY.
 */
final class CorrelatedTies {
  private static final Set<SqlKind> NULLS_LAST = Set.of(SqlKind.NULLS_LAST);

  private final Sort sort;
  private final RexBuilder rex;
  private final RelDataType number;
  private final int fieldCount;

  private CorrelatedTies(Sort sort) {
    this.sort = sort;
    this.rex = sort.getCluster().getRexBuilder();
    this.number = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    this.fieldCount = sort.getRowType().getFieldCount();
  }

  static RelNode rank(RelNode root) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node);
            return copy instanceof Sort sort
                    && Marker.WITH_TIES.isOn(sort.fetch)
                    && !RelOptUtil.getVariablesUsed(sort).isEmpty()
                ? new CorrelatedTies(sort).ranked()
                : copy;
          }
        });
  }

  private RelNode ranked() {
    long offset = SortPlanner.offset(sort);
    long last = offset + Math.min(SortPlanner.fetch(sort), Long.MAX_VALUE - offset);
    List<RexNode> fields = fields();
    List<RexNode> bounds = new ArrayList<>();
    List<RexFieldCollation> order = order();
    fields.add(over(SqlStdOperatorTable.RANK, order));
    bounds.add(compared(SqlKind.LESS_THAN_OR_EQUAL, fieldCount, last));
    if (offset > 0) {
      // The window may come to stand over more fields in another order, which would settle ties.
      fields().forEach(field -> order.add(new RexFieldCollation(field, NULLS_LAST)));
      fields.add(over(SqlStdOperatorTable.ROW_NUMBER, order));
      bounds.add(compared(SqlKind.GREATER_THAN, fieldCount + 1, offset));
    }
    RelNode ranks =
        LogicalProject.create(sort.getInput(), List.of(), fields, (List<String>) null, Set.of());
    RelNode kept = LogicalFilter.create(ranks, RexUtil.composeConjunction(rex, bounds));
    return LogicalProject.create(kept, List.of(), fields(), sort.getRowType(), Set.of());
  }

  private List<RexNode> fields() {
    List<RexNode> fields = new ArrayList<>();
    for (int field = 0; field < fieldCount; field++) {
      fields.add(RexInputRef.of(field, sort.getRowType()));
    }
    return fields;
  }

  private RexNode compared(SqlKind comparison, int field, long bound) {
    return rex.makeCall(
        RelOptUtil.op(comparison, SqlStdOperatorTable.EQUALS),
        new RexInputRef(field, number),
        rex.makeExactLiteral(BigDecimal.valueOf(bound), number));
  }

  private List<RexFieldCollation> order() {
    List<RexFieldCollation> order = new ArrayList<>();
    for (QueryPlan.SortKey key : SortPlanner.keys(sort)) {
      Set<SqlKind> directions =
          EnumSet.of(key.nullsFirst() ? SqlKind.NULLS_FIRST : SqlKind.NULLS_LAST);
      if (key.descending()) {
        directions.add(SqlKind.DESCENDING);
      }
      order.add(new RexFieldCollation(RexInputRef.of(key.column(), sort.getRowType()), directions));
    }
    return order;
  }

  private RexNode over(SqlAggFunction function, List<RexFieldCollation> order) {
    return rex.makeOver(
        SqlParserPos.ZERO,
        number,
        function,
        List.of(),
        List.of(),
        ImmutableList.copyOf(order),
        RexWindowBounds.UNBOUNDED_PRECEDING,
        RexWindowBounds.CURRENT_ROW,
        RexWindowExclusion.EXCLUDE_NO_OTHER,
        true,
        true,
        false,
        false,
        false);
  }
}
