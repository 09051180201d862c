package io.millrace.engine.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * ASOF joins as what they mean: of the right rows that meet ON and MATCH_CONDITION the nearest one,
 * {@code LATERAL (SELECT ... WHERE on AND match ORDER BY nearest LIMIT 1)}. Ties go by the right
 * columns as they stand, as after any ORDER BY.
 *
 * <p>Decorrelation makes a top-k by group of it, so it follows changes at the cost of the groups
 * that they touch.
 */
final class AsofJoins {
  private final AsofJoin join;
  private final RexBuilder rex;
  private final int leftCount;

  private AsofJoins(AsofJoin join) {
    this.join = join;
    this.rex = join.getCluster().getRexBuilder();
    this.leftCount = join.getLeft().getRowType().getFieldCount();
  }

  static RelNode expand(RelNode root) {
    List<RelNode> inputs = new ArrayList<>();
    root.getInputs().forEach(input -> inputs.add(expand(input)));
    RelNode copy = inputs.isEmpty() ? root : root.copy(root.getTraitSet(), inputs);
    return copy instanceof AsofJoin join ? new AsofJoins(join).lateral() : copy;
  }

  private RelNode lateral() {
    CorrelationId variable = join.getCluster().createCorrel();
    RexNode row = rex.makeCorrel(join.getLeft().getRowType(), variable);
    RexShuttle ofRight =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            int field = ref.getIndex();
            return field < leftCount
                ? rex.makeFieldAccess(row, field)
                : new RexInputRef(field - leftCount, ref.getType());
          }
        };
    RexNode condition =
        RexUtil.composeConjunction(
            rex,
            List.of(join.getCondition().accept(ofRight), join.getMatchCondition().accept(ofRight)));
    RelNode partners = LogicalFilter.create(join.getRight(), condition);
    RelNode correlate =
        LogicalCorrelate.create(
            join.getLeft(),
            nearest(partners, match().accept(ofRight)),
            List.of(),
            variable,
            read(),
            join.getJoinType() == JoinRelType.ASOF ? JoinRelType.INNER : JoinRelType.LEFT);
    return RelOptUtil.createCastRel(correlate, join.getRowType(), true);
  }

  /** The left fields that decide who is a partner. */
  private ImmutableBitSet read() {
    return RelOptUtil.InputFinder.bits(join.getCondition())
        .union(RelOptUtil.InputFinder.bits(join.getMatchCondition()))
        .intersect(ImmutableBitSet.range(leftCount));
  }

  /** The right side of the comparison of MATCH_CONDITION. */
  private RexNode match() {
    RexCall comparison = (RexCall) join.getMatchCondition();
    return comparison.getOperands().get(isRightFirst(comparison) ? 0 : 1);
  }

  private boolean isRightFirst(RexCall comparison) {
    return RelOptUtil.InputFinder.bits(comparison.getOperands().get(0)).nextSetBit(leftCount) >= 0;
  }

  /** The first partner in the order that the comparison asks for. */
  private RelNode nearest(RelNode partners, RexNode by) {
    RexCall comparison = (RexCall) join.getMatchCondition();
    boolean leftIsGreater =
        comparison.isA(List.of(SqlKind.GREATER_THAN, SqlKind.GREATER_THAN_OR_EQUAL))
            != isRightFirst(comparison);
    int count = partners.getRowType().getFieldCount();
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(RexInputRef.of(i, partners.getRowType()));
    }
    List<RexNode> columns = new ArrayList<>(fields);
    columns.add(by);
    RelNode keyed =
        LogicalProject.create(partners, List.of(), columns, (List<String>) null, Set.of());
    RelFieldCollation order =
        new RelFieldCollation(
            count,
            leftIsGreater
                ? RelFieldCollation.Direction.DESCENDING
                : RelFieldCollation.Direction.ASCENDING,
            RelFieldCollation.NullDirection.LAST);
    RelNode first =
        LogicalSort.create(
            keyed, RelCollations.of(order), null, rex.makeExactLiteral(BigDecimal.ONE));
    return LogicalProject.create(
        first, List.of(), fields, partners.getRowType().getFieldNames(), Set.of());
  }
}
