package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.ConditionalCorrelate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Makes fields of outer rows that the condition of a correlate reads, as of {@code outer.x IN
 * (...)} in a subquery, columns of its left side: visitors of expressions do not look into such
 * conditions, and neither does the decorrelator.
 */
final class CorrelatedConditions {
  private final ConditionalCorrelate correlate;
  private final RexBuilder rex;
  private final int leftCount;
  private final List<RexNode> outer = new ArrayList<>();

  private CorrelatedConditions(ConditionalCorrelate correlate) {
    this.correlate = correlate;
    this.rex = correlate.getCluster().getRexBuilder();
    this.leftCount = correlate.getLeft().getRowType().getFieldCount();
  }

  static RelNode move(RelNode root) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node);
            return copy instanceof ConditionalCorrelate correlate
                    && RexUtil.containsCorrelation(correlate.getCondition())
                ? new CorrelatedConditions(correlate).moved()
                : copy;
          }
        });
  }

  private RelNode moved() {
    correlate
        .getCondition()
        .accept(
            new RexShuttle() {
              @Override
              public RexNode visitFieldAccess(RexFieldAccess access) {
                if (!outer.contains(access)) {
                  outer.add(access);
                }
                return access;
              }
            });
    List<RexNode> columns = new ArrayList<>(fields(correlate.getLeft(), 0, leftCount));
    columns.addAll(outer);
    RelNode left =
        LogicalProject.create(
            correlate.getLeft(), List.of(), columns, (List<String>) null, Set.of());
    RelDataType leftType = left.getRowType();
    RexNode row = rex.makeCorrel(leftType, correlate.getCorrelationId());
    RelNode right =
        new CorrelatedFields(correlate.getCorrelationId(), f -> rex.makeFieldAccess(row, f))
            .replace(correlate.getRight());
    RelNode copy =
        correlate.copy(
            correlate.getTraitSet(),
            left,
            right,
            correlate.getCorrelationId(),
            correlate.getRequiredColumns(),
            correlate.getJoinType(),
            condition());
    return withoutColumns(copy);
  }

  private RexNode condition() {
    return correlate
        .getCondition()
        .accept(
            new RexShuttle() {
              @Override
              public RexNode visitFieldAccess(RexFieldAccess access) {
                return new RexInputRef(leftCount + outer.indexOf(access), access.getType());
              }

              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                int field = ref.getIndex();
                return new RexInputRef(
                    field < leftCount ? field : field + outer.size(), ref.getType());
              }
            });
  }

  private RelNode withoutColumns(RelNode copy) {
    int count = copy.getRowType().getFieldCount();
    List<RexNode> kept = new ArrayList<>(fields(copy, 0, leftCount));
    kept.addAll(fields(copy, leftCount + outer.size(), count));
    return LogicalProject.create(
        copy, List.of(), kept, correlate.getRowType().getFieldNames(), Set.of());
  }

  private static List<RexNode> fields(RelNode rel, int from, int to) {
    List<RexNode> fields = new ArrayList<>();
    for (int field : ImmutableBitSet.range(from, to)) {
      fields.add(RexInputRef.of(field, rel.getRowType()));
    }
    return fields;
  }
}
