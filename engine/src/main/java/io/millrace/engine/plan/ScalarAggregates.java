package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.ConditionalCorrelate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Protects correlated aggregates without groups, and those with an empty one among their grouping
 * sets, which have a row even over no rows, from decorrelation, which groups them by the correlated
 * columns and so loses those rows.
 *
 * <ul>
 *   <li>Alone on the right side of a left correlate they are safe: the missing row is NULL.
 *   <li>Alone on the right side of an inner correlate, as of {@code LATERAL (SELECT MAX(..) ..)},
 *       the correlate may as well be a left one: there always is a row.
 *   <li>Elsewhere, as in a branch of UNION ALL, and with other grouping sets, they are given a
 *       COUNT, for which the decorrelator joins the lost rows back.
 * </ul>
 */
final class ScalarAggregates {
  private ScalarAggregates() {}

  static RelNode protect(RelNode rel) {
    return protect(rel, Set.of(), false);
  }

  /**
   * @param variables the correlates that the node is on the right side of
   * @param alone whether only projections lie between the node and a left correlate
   */
  private static RelNode protect(RelNode rel, Set<CorrelationId> variables, boolean alone) {
    if (rel instanceof Correlate correlate) {
      return protectCorrelate(correlate, variables);
    }
    boolean stillAlone = alone && rel instanceof Project;
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode copy = protect(input, variables, stillAlone);
      changed |= copy != input;
      inputs.add(copy);
    }
    RelNode result = changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
    if (result instanceof Aggregate aggregate
        && !(alone && aggregate.getGroupSet().isEmpty())
        && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty)
        && readsAny(aggregate, variables)) {
      return counting(aggregate);
    }
    return result;
  }

  private static RelNode protectCorrelate(Correlate correlate, Set<CorrelationId> variables) {
    boolean always =
        correlate.getJoinType() == JoinRelType.INNER
            && correlate.getCondition().isAlwaysTrue()
            && isScalar(correlate.getRight());
    JoinRelType type = always ? JoinRelType.LEFT : correlate.getJoinType();
    List<CorrelationId> inner = new ArrayList<>(variables);
    inner.add(correlate.getCorrelationId());
    RelNode left = protect(correlate.getLeft(), variables, false);
    RelNode right = protect(correlate.getRight(), Set.copyOf(inner), type == JoinRelType.LEFT);
    RelNode copy =
        correlate instanceof ConditionalCorrelate conditional
            ? conditional.copy(
                conditional.getTraitSet(),
                left,
                right,
                conditional.getCorrelationId(),
                conditional.getRequiredColumns(),
                type,
                conditional.getCondition())
            : correlate.copy(
                correlate.getTraitSet(),
                left,
                right,
                correlate.getCorrelationId(),
                correlate.getRequiredColumns(),
                type);
    return always ? RelOptUtil.createCastRel(copy, correlate.getRowType(), true) : copy;
  }

  private static boolean isScalar(RelNode rel) {
    if (rel instanceof Project project) {
      return isScalar(project.getInput());
    }
    return rel instanceof Aggregate aggregate
        && aggregate.getGroupSet().isEmpty()
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE;
  }

  private static boolean readsAny(RelNode rel, Set<CorrelationId> variables) {
    return RelOptUtil.getVariablesUsed(rel).stream().anyMatch(variables::contains);
  }

  private static RelNode counting(Aggregate aggregate) {
    boolean grouping =
        aggregate.getAggCallList().stream()
            .anyMatch(call -> call.getAggregation().getKind() == SqlKind.GROUPING);
    if (grouping) {
      // It would be NULL in the row that is joined back.
      throw Unsupported.correlation();
    }
    AggregateCall count =
        AggregateCall.create(
            SqlStdOperatorTable.COUNT,
            false,
            false,
            false,
            List.of(),
            List.of(),
            -1,
            null,
            RelCollations.EMPTY,
            aggregate.getCluster().getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            null);
    List<AggregateCall> calls = new ArrayList<>(aggregate.getAggCallList());
    calls.add(count);
    RelNode counting =
        aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls);
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
      fields.add(RexInputRef.of(i, counting.getRowType()));
    }
    return LogicalProject.create(
        counting, List.of(), fields, aggregate.getRowType().getFieldNames(), Set.of());
  }
}
