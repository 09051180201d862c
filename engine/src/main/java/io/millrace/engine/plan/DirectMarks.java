package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.ConditionalCorrelate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Makes joins of EXISTS, IN and the like whose subquery reads the outer row only in WHERE: the
 * conditions move into the join, which then needs neither the domain of the outer columns nor the
 * pairs of its values with the subquery's rows.
 *
 * <p>A row for which a condition is NULL is no row of the subquery, so what moves is made
 * two-valued: {@code l = r} becomes {@code l IS NOT DISTINCT FROM r} over rows with {@code r IS NOT
 * NULL}, any other {@code p} becomes {@code p IS TRUE}. Subqueries that can fail stay as they are:
 * without an outer row they must not be evaluated.
 */
final class DirectMarks {
  private final ConditionalCorrelate correlate;
  private final CorrelationId variable;
  private final RexBuilder rex;
  private final Expressions expressions;

  private DirectMarks(ConditionalCorrelate correlate, Expressions expressions) {
    this.correlate = correlate;
    this.expressions = expressions;
    this.variable = correlate.getCorrelationId();
    this.rex = correlate.getCluster().getRexBuilder();
  }

  /** The tree with as many of its mark correlates as can be as joins. */
  static RelNode move(RelNode root, Expressions expressions) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node);
            return copy instanceof ConditionalCorrelate correlate
                    && correlate.getJoinType() == JoinRelType.LEFT_MARK
                ? new DirectMarks(correlate, expressions).join().orElse(copy)
                : copy;
          }
        });
  }

  /**
   * A subquery without conditions that read the outer row.
   *
   * @param rel its rows, with columns behind its own ones that only the conditions need
   * @param conditions over the columns of {@code rel} and the outer row
   */
  private record Apart(RelNode rel, List<RexNode> conditions) {}

  private Optional<RelNode> join() {
    return apart(correlate.getRight()).flatMap(this::join);
  }

  private Optional<RelNode> join(Apart apart) {
    if (new DomainJoins(expressions, rex).canFail(apart.rel())) {
      return Optional.empty();
    }
    int leftCount = correlate.getLeft().getRowType().getFieldCount();
    RexShuttle behindLeft = shifted(leftCount);
    RexShuttle ofLeft =
        new CorrelatedFields(
            variable, field -> RexInputRef.of(field, correlate.getLeft().getRowType()));
    List<RexNode> own = new ArrayList<>();
    List<RexNode> all = new ArrayList<>();
    for (RexNode condition : apart.conditions()) {
      RexNode over = condition.accept(behindLeft).accept(ofLeft);
      if (RexUtil.containsCorrelation(over) || !Predicates.isMovable(expressions.of(over))) {
        return Optional.empty();
      }
      all.add(twoValued(over, leftCount, own));
    }
    all.add(correlate.getCondition());
    RelNode right =
        own.isEmpty()
            ? apart.rel()
            : LogicalFilter.create(apart.rel(), RexUtil.composeConjunction(rex, own));
    return Optional.of(
        LogicalJoin.create(
            correlate.getLeft(),
            right,
            List.of(),
            RexUtil.composeConjunction(rex, all),
            Set.of(),
            JoinRelType.LEFT_MARK));
  }

  private static RexShuttle shifted(int by) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(ref.getIndex() + by, ref.getType());
      }
    };
  }

  /**
   * The condition without its NULL.
   *
   * @param own takes conditions on the right side alone
   */
  private RexNode twoValued(RexNode condition, int leftCount, List<RexNode> own) {
    if (!condition.getType().isNullable()) {
      return condition;
    }
    if (condition.isA(SqlKind.EQUALS)) {
      List<RexNode> sides = ((RexCall) condition).getOperands();
      for (int i = 0; i < 2; i++) {
        ImmutableBitSet side = RelOptUtil.InputFinder.bits(sides.get(i));
        ImmutableBitSet other = RelOptUtil.InputFinder.bits(sides.get(1 - i));
        if (!side.isEmpty()
            && side.nth(0) >= leftCount
            && !other.isEmpty()
            && other.length() <= leftCount) {
          own.add(
              rex.makeCall(
                  SqlStdOperatorTable.IS_NOT_NULL, sides.get(i).accept(shifted(-leftCount))));
          return rex.makeCall(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, sides);
        }
      }
    }
    return rex.makeCall(SqlStdOperatorTable.IS_TRUE, condition);
  }

  /** The subquery in two; empty if it reads the outer row elsewhere than in WHERE. */
  private Optional<Apart> apart(RelNode node) {
    if (!RelOptUtil.getVariablesUsed(node).contains(variable)) {
      return Optional.of(new Apart(node, List.of()));
    }
    if (node instanceof Filter filter) {
      return apart(filter.getInput()).map(below -> apart(filter, below));
    }
    return node instanceof Project project && isPlain(project)
        ? apart(project.getInput()).map(below -> apart(project, below))
        : Optional.empty();
  }

  private static boolean isPlain(Project project) {
    return project.getProjects().stream()
        .noneMatch(expr -> RexUtil.containsCorrelation(expr) || RexOver.containsOver(expr));
  }

  private Apart apart(Filter filter, Apart below) {
    List<RexNode> conditions = new ArrayList<>(below.conditions());
    List<RexNode> staying = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      (RexUtil.containsCorrelation(conjunct) ? conditions : staying).add(conjunct);
    }
    RelNode rel =
        staying.isEmpty()
            ? below.rel()
            : LogicalFilter.create(below.rel(), RexUtil.composeConjunction(rex, staying));
    return new Apart(rel, conditions);
  }

  private static Apart apart(Project project, Apart below) {
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    ImmutableBitSet read = RelOptUtil.InputFinder.bits(below.conditions(), null);
    int first = columns.size();
    read.forEach(field -> columns.add(RexInputRef.of(field, below.rel().getRowType())));
    RexShuttle moved =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(first + read.indexOf(ref.getIndex()), ref.getType());
          }
        };
    RelNode rel =
        LogicalProject.create(below.rel(), List.of(), columns, (List<String>) null, Set.of());
    return new Apart(rel, below.conditions().stream().map(c -> c.accept(moved)).toList());
  }
}
