package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import java.util.List;
import org.apache.calcite.plan.RelOptCostImpl;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.rules.AggregateGroupingSetsToUnionRule;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Turns subqueries and UNNEST into joins: expressions with subqueries become correlated joins with
 * marks, and those become joins over the domain of the correlated columns.
 *
 * <p>All rules that run are named here, and none of them is taken from {@code CoreRules}, whose
 * class builds hundreds at once. {@code RelDecorrelator} is not used: it loses rows of NOT IN over
 * rows with NULLs, partitions of windows, and more. Other rules known to be wrong, never to be
 * added: AGGREGATE_FILTER_TRANSPOSE (COUNT over no rows vanishes), INTERSECT_TO_EXISTS,
 * INTERSECT_TO_SEMI_JOIN and MINUS_TO_ANTI_JOIN (NULL rows are lost), JOIN_EXPAND_OR_TO_UNION
 * (pairs are lost), MINUS_FILTER_TO_FILTER, AGGREGATE_MIN_MAX_TO_LIMIT, AGGREGATE_UNION_TRANSPOSE,
 * AGGREGATE_JOIN_TRANSPOSE and PROJECT_JOIN_TRANSPOSE (wrong on filters, NULLs or empty groups).
 */
final class Decorrelation {
  /** Once more for EXISTS in EXISTS, which the first run leaves. */
  private static final int RUNS = 2;

  /** No query nests subqueries in ON deeper than this. */
  private static final int DEEPEST = 100;

  private Decorrelation() {}

  /** Made when a query first needs them, so that a first plain query does not wait. */
  private static final class Programs {
    /** Leaves conditions as they are written, which is what they are without subqueries. */
    private static final RelBuilderFactory AS_WRITTEN =
        RelBuilder.proto(RelBuilder.Config.DEFAULT.withSimplify(false));

    /** Mark joins keep the three values of IN apart; all at once, since each uncovers others. */
    static final HepProgram SUBQUERIES =
        of(
            SubQueryRemoveRule.Config.FILTER_ENABLE_MARK_JOIN
                .withRelBuilderFactory(AS_WRITTEN)
                .toRule(),
            SubQueryRemoveRule.Config.PROJECT_ENABLE_MARK_JOIN
                .withRelBuilderFactory(AS_WRITTEN)
                .toRule());

    static final HepProgram GROUPING_SETS =
        of(AggregateGroupingSetsToUnionRule.Config.DEFAULT.toRule());

    private static HepProgram of(RelOptRule... rules) {
      return HepProgram.builder().addRuleCollection(List.of(rules)).build();
    }
  }

  /**
   * The same query without subqueries and grouping sets, and without correlates but for those that
   * the decorrelator gives up on: they are evaluated for each row.
   */
  static RelNode apply(RelNode root, Expressions expressions) {
    Features features = Features.of(root);
    RelNode expanded = features.asofJoins ? AsofJoins.expand(root) : root;
    RelNode rel = features.subqueries ? withoutSubqueries(expanded, expressions) : expanded;
    if (features.subqueries || features.asofJoins) {
      features = Features.of(rel);
    }
    if (features.uncollects) {
      rel = Unnesting.apply(rel);
      features = Features.of(rel);
    }
    if (features.correlates && features.groupingCalls) {
      // The row of an empty group, joined back, would lack the value of GROUPING.
      rel = run(Programs.GROUPING_SETS, rel);
      features = Features.of(rel);
    }
    if (features.correlates && expressions.optimized) {
      RelNode windows = CorrelatedWindows.move(CorrelatedTies.rank(rel));
      RelNode fenced = new FailureFences(expressions, rexBuilder(rel)).put(windows);
      rel = decorrelated(new DomainJoins(expressions, rexBuilder(rel)).prepare(fenced));
    }
    if (features.groupingSets) {
      rel = run(Programs.GROUPING_SETS, rel);
    }
    return SingleValues.defer(rel);
  }

  private static RexBuilder rexBuilder(RelNode rel) {
    return rel.getCluster().getRexBuilder();
  }

  /** Subqueries in conditions of joins, and in those of subqueries, come to light one by one. */
  private static RelNode withoutSubqueries(RelNode root, Expressions expressions) {
    boolean optimized = expressions.optimized;
    RelNode rel = optimized ? SubqueryLimits.drop(root) : root;
    for (int depth = 0; depth < DEEPEST && Features.of(rel).subqueries; depth++) {
      RelNode moved = OperandSubqueries.move(JoinSubqueries.move(rel));
      rel = AsofJoins.expand(run(Programs.SUBQUERIES, moved));
    }
    RelNode moved = CorrelatedConditions.move(rel);
    return optimized ? DirectMarks.move(moved, expressions) : moved;
  }

  private static RelNode decorrelated(RelNode correlated) {
    RelNode whole = attempt(correlated);
    return DomainJoins.show(whole != null ? whole : decorrelatedInParts(correlated));
  }

  /** The tree without correlates, or null. The decorrelator changes what it is given in place. */
  private static @Nullable RelNode attempt(RelNode correlated) {
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(correlated.getCluster(), null);
    RelNode rel = copy(correlated);
    try {
      for (int i = 0; i < RUNS && Features.of(rel).correlates; i++) {
        rel = TopDownGeneralDecorrelator.decorrelateQuery(ScalarAggregates.protect(rel), builder);
      }
    } catch (DatabaseException e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      // The construct is not known to the decorrelator.
      return null;
    }
    return Features.of(rel).correlates ? null : rel;
  }

  private static RelNode copy(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(Decorrelation::copy).toList();
    return inputs.isEmpty() ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  /** The tree with as few correlates as can be: each is tried alone, those inside others first. */
  private static RelNode decorrelatedInParts(RelNode rel) {
    List<RelNode> inputs =
        rel.getInputs().stream().map(Decorrelation::decorrelatedInParts).toList();
    RelNode result = inputs.isEmpty() ? rel : rel.copy(rel.getTraitSet(), inputs);
    if (!(result instanceof Correlate) || !RelOptUtil.getVariablesUsed(result).isEmpty()) {
      return result;
    }
    RelNode alone = attempt(result);
    // A column of the outer row may have become one that it is equal to, which may be NULL
    // elsewhere.
    return alone == null ? result : RelOptUtil.createCastRel(alone, result.getRowType(), false);
  }

  /** A tree and no DAG: equal subtrees in different places mean different outer rows. */
  private static RelNode run(HepProgram program, RelNode rel) {
    HepPlanner planner = new HepPlanner(program, null, true, null, RelOptCostImpl.FACTORY);
    planner.setRoot(rel);
    return planner.findBestExp();
  }

  /** What a tree contains, found in one walk. */
  private static final class Features extends RelVisitor {
    boolean subqueries;
    boolean correlates;
    boolean uncollects;
    boolean groupingSets;
    boolean groupingCalls;
    boolean asofJoins;

    static Features of(RelNode rel) {
      Features features = new Features();
      features.go(rel);
      return features;
    }

    @Override
    public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
      if (node instanceof Filter filter) {
        subqueries |= RexUtil.SubQueryFinder.containsSubQuery(filter);
      } else if (node instanceof Project project) {
        subqueries |= RexUtil.SubQueryFinder.containsSubQuery(project);
      } else if (node instanceof Join join) {
        asofJoins |= node instanceof AsofJoin;
        subqueries |= RexUtil.SubQueryFinder.containsSubQuery(join);
      } else if (node instanceof Correlate) {
        correlates = true;
      } else if (node instanceof Uncollect) {
        uncollects = true;
      } else if (node instanceof Aggregate aggregate) {
        groupingSets |= aggregate.getGroupType() != Aggregate.Group.SIMPLE;
        groupingCalls |=
            aggregate.getAggCallList().stream()
                .anyMatch(call -> call.getAggregation().getKind() == SqlKind.GROUPING);
      }
      super.visit(node, ordinal, parent);
    }
  }
}
