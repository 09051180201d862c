package io.millrace.engine.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Moves subqueries out of ON, to where they become joins by the rules for WHERE and SELECT.
 *
 * <ul>
 *   <li>Of an inner join they are a WHERE above it.
 *   <li>Those that read one side are a column that this side computes.
 *   <li>Where one reads both sides, the right side becomes LATERAL with the condition as its WHERE;
 *       a full join is its left join and the right rows without a partner.
 * </ul>
 */
final class JoinSubqueries {
  private final Join join;
  private final RexBuilder rex;
  private final int leftCount;

  private JoinSubqueries(Join join) {
    this.join = join;
    this.rex = join.getCluster().getRexBuilder();
    this.leftCount = join.getLeft().getRowType().getFieldCount();
  }

  /** The same tree without subqueries in the conditions of joins, but those inside subqueries. */
  static RelNode move(RelNode root) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node);
            return copy instanceof Join join && RexUtil.SubQueryFinder.containsSubQuery(join)
                ? new JoinSubqueries(join).moved()
                : copy;
          }
        });
  }

  private RelNode moved() {
    if (join.getJoinType() == JoinRelType.INNER) {
      return whereAbove();
    }
    for (RexSubQuery subquery : subqueries(join.getCondition())) {
      if (sides(subquery) == Sides.BOTH) {
        return lateral();
      }
    }
    return computed();
  }

  private RelNode whereAbove() {
    List<RexNode> plain = new ArrayList<>();
    List<RexNode> moving = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      (RexUtil.SubQueryFinder.find(conjunct) == null ? plain : moving).add(conjunct);
    }
    RelNode below =
        LogicalJoin.create(
            join.getLeft(),
            join.getRight(),
            List.of(),
            RexUtil.composeConjunction(rex, plain),
            Set.of(),
            JoinRelType.INNER);
    return filter(below, RexUtil.composeConjunction(rex, moving), join.getVariablesSet());
  }

  private static RelNode filter(RelNode input, RexNode condition, Set<CorrelationId> variables) {
    return LogicalFilter.create(input, condition, ImmutableSet.copyOf(variables));
  }

  private static List<RexSubQuery> subqueries(RexNode node) {
    List<RexSubQuery> found = new ArrayList<>();
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subquery) {
            if (!found.contains(subquery)) {
              found.add(subquery);
            }
            return subquery;
          }
        });
    return found;
  }

  private enum Sides {
    LEFT,
    RIGHT,
    BOTH
  }

  /** What of the pair a subquery reads; LEFT if nothing. */
  private Sides sides(RexSubQuery subquery) {
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    subquery.getOperands().forEach(operand -> read.addAll(RelOptUtil.InputFinder.bits(operand)));
    for (CorrelationId variable : join.getVariablesSet()) {
      subquery.accept(
          new CorrelatedFields(
              variable,
              field -> {
                read.set(field);
                return rex.makeNullLiteral(field(field).getType());
              }));
    }
    ImmutableBitSet fields = read.build();
    boolean readsLeft = fields.intersects(ImmutableBitSet.range(leftCount));
    boolean readsRight = fields.nextSetBit(leftCount) >= 0;
    return readsRight ? (readsLeft ? Sides.BOTH : Sides.RIGHT) : Sides.LEFT;
  }

  private RexNode field(int field) {
    boolean left = field < leftCount;
    RelNode side = left ? join.getLeft() : join.getRight();
    return RexInputRef.of(left ? field : field - leftCount, side.getRowType());
  }

  /** Each subquery as a column of the side that it reads. */
  private RelNode computed() {
    List<RexSubQuery> ofLeft = new ArrayList<>();
    List<RexSubQuery> ofRight = new ArrayList<>();
    for (RexSubQuery subquery : subqueries(join.getCondition())) {
      (sides(subquery) == Sides.LEFT ? ofLeft : ofRight).add(subquery);
    }
    RelNode left = withColumns(join.getLeft(), ofLeft, 0);
    RelNode right = withColumns(join.getRight(), ofRight, leftCount);
    int newLeftCount = left.getRowType().getFieldCount();
    int rightCount = join.getRight().getRowType().getFieldCount();
    RexNode condition =
        join.getCondition()
            .accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef ref) {
                    int field = ref.getIndex();
                    return field < leftCount
                        ? ref
                        : new RexInputRef(field - leftCount + newLeftCount, ref.getType());
                  }

                  @Override
                  public RexNode visitSubQuery(RexSubQuery subquery) {
                    int field = leftCount + ofLeft.indexOf(subquery);
                    if (field < leftCount) {
                      field = newLeftCount + rightCount + ofRight.indexOf(subquery);
                    }
                    return new RexInputRef(field, subquery.getType());
                  }
                });
    RelNode joined =
        LogicalJoin.create(left, right, List.of(), condition, Set.of(), join.getJoinType());
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < leftCount + rightCount; i++) {
      int field = i < leftCount ? i : i - leftCount + newLeftCount;
      fields.add(RexInputRef.of(field, joined.getRowType()));
    }
    return project(joined, fields, Set.of());
  }

  private RelNode project(RelNode input, List<RexNode> fields, Set<CorrelationId> variables) {
    List<String> names = join.getRowType().getFieldNames();
    return LogicalProject.create(
        input,
        List.of(),
        fields,
        fields.size() == names.size() ? names : null,
        ImmutableSet.copyOf(variables));
  }

  private RelNode withColumns(RelNode side, List<RexSubQuery> subqueries, int offset) {
    if (subqueries.isEmpty()) {
      return side;
    }
    CorrelationId variable = join.getCluster().createCorrel();
    RexNode row = rex.makeCorrel(side.getRowType(), variable);
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < side.getRowType().getFieldCount(); i++) {
      columns.add(RexInputRef.of(i, side.getRowType()));
    }
    for (RexSubQuery subquery : subqueries) {
      columns.add(
          replaced(
              RexUtil.shift(subquery, -offset), field -> rex.makeFieldAccess(row, field - offset)));
    }
    return project(side, columns, Set.of(variable));
  }

  /** An expression with the pair's fields, where subqueries read them, replaced. */
  private RexNode replaced(RexNode node, IntFunction<RexNode> replacement) {
    RexNode result = node;
    for (CorrelationId variable : join.getVariablesSet()) {
      result = result.accept(new CorrelatedFields(variable, replacement));
    }
    return result;
  }

  private RelNode lateral() {
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    return switch (join.getJoinType()) {
      case LEFT -> inOrder(leftLateral(left, right, 0, leftCount), true);
      case RIGHT -> inOrder(leftLateral(right, left, leftCount, 0), false);
      case FULL ->
          LogicalUnion.create(
              List.of(inOrder(leftLateral(left, right, 0, leftCount), true), rightAlone()), true);
      case INNER, SEMI, ANTI, LEFT_MARK, ASOF, LEFT_ASOF -> throw Unsupported.correlation();
    };
  }

  /** The preserved side with LATERAL (the other one WHERE the condition). */
  private RelNode leftLateral(
      RelNode preserved, RelNode other, int preservedOffset, int otherOffset) {
    CorrelationId variable = join.getCluster().createCorrel();
    RelNode partners = partners(other, otherOffset, preserved, preservedOffset, variable);
    return LogicalCorrelate.create(
        preserved,
        partners,
        List.of(),
        variable,
        ImmutableBitSet.range(preserved.getRowType().getFieldCount()),
        JoinRelType.LEFT);
  }

  /** The rows of one side that meet the condition with the row of the other, a variable. */
  private RelNode partners(
      RelNode side, int sideOffset, RelNode other, int otherOffset, CorrelationId variable) {
    int otherCount = other.getRowType().getFieldCount();
    RexNode otherRow = rex.makeCorrel(other.getRowType(), variable);
    CorrelationId own = join.getCluster().createCorrel();
    RexNode ownRow = rex.makeCorrel(side.getRowType(), own);
    IntPredicate isOther = field -> field >= otherOffset && field < otherOffset + otherCount;
    RexNode condition =
        replaced(
            join.getCondition(),
            field ->
                isOther.test(field)
                    ? rex.makeFieldAccess(otherRow, field - otherOffset)
                    : rex.makeFieldAccess(ownRow, field - sideOffset));
    condition =
        condition.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                int field = ref.getIndex();
                return isOther.test(field)
                    ? rex.makeFieldAccess(otherRow, field - otherOffset)
                    : new RexInputRef(field - sideOffset, ref.getType());
              }
            });
    return filter(side, condition, Set.of(own));
  }

  /** The right rows without a partner, NULLs before them. */
  private RelNode rightAlone() {
    CorrelationId variable = join.getCluster().createCorrel();
    RelNode partners = partners(join.getLeft(), 0, join.getRight(), leftCount, variable);
    RexNode alone = rex.makeCall(SqlStdOperatorTable.NOT, RexSubQuery.exists(partners));
    RelNode rows = filter(join.getRight(), alone, Set.of(variable));
    List<RexNode> fields = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      fields.add(
          field.getIndex() < leftCount
              ? rex.makeNullLiteral(field.getType())
              : rex.ensureType(
                  field.getType(),
                  RexInputRef.of(field.getIndex() - leftCount, rows.getRowType()),
                  true));
    }
    return project(rows, fields, Set.of());
  }

  /** The fields of a correlate as those of the join. */
  private RelNode inOrder(RelNode correlate, boolean leftFirst) {
    Correlate of = (Correlate) correlate;
    int firstCount = of.getLeft().getRowType().getFieldCount();
    List<RexNode> fields = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      int index = field.getIndex();
      int at = leftFirst ? index : index < leftCount ? firstCount + index : index - leftCount;
      fields.add(rex.ensureType(field.getType(), RexInputRef.of(at, correlate.getRowType()), true));
    }
    return project(correlate, fields, Set.of());
  }
}
