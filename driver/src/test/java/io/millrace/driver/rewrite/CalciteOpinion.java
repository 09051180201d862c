package io.millrace.driver.rewrite;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptMaterialization;
import org.apache.calcite.plan.RelOptMaterializations;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.SubstitutionVisitor;
import org.apache.calcite.plan.SubstitutionVisitor.UnifyRule;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.materialize.MaterializedViewRules;

/**
 * What Calcite's engines make of a query and views that are kept: plans over the views that give,
 * as they think, what the query gives. Where they throw, or do not know a construct, they have no
 * opinion.
 */
final class CalciteOpinion {
  /** One of the ways to find a rewriting. */
  enum Engine {
    /** SubstitutionVisitor: parts of equal shape. */
    SUBSTITUTION,
    /** MaterializedViewRules: select, project, join, group. */
    RULES,
    /** The same, with a union of a view and the rows that it lacks. */
    UNION_RULES
  }

  /**
   * A query over the views.
   *
   * @param isPartly whether it reads a table beneath the views, too
   */
  record Rewriting(Engine engine, String sql, boolean isPartly) {}

  private static final List<RelOptRule> RULES =
      List.of(
          MaterializedViewRules.PROJECT_AGGREGATE,
          MaterializedViewRules.AGGREGATE,
          MaterializedViewRules.FILTER,
          MaterializedViewRules.JOIN,
          MaterializedViewRules.PROJECT_FILTER,
          MaterializedViewRules.PROJECT_JOIN,
          MaterializedViewRules.FILTER_SCAN,
          CoreRules.PROJECT_MERGE,
          CoreRules.AGGREGATE_PROJECT_MERGE,
          CoreRules.FILTER_AGGREGATE_TRANSPOSE);

  private final VolcanoPlanner volcano = new VolcanoPlanner();
  private final CalcitePlanner planner;
  private final List<RelOptMaterialization> kept = new ArrayList<>();
  private final List<Rewriting> rewritings = new ArrayList<>();

  private CalciteOpinion(CalciteTables tables) {
    volcano.addRelTraitDef(ConventionTraitDef.INSTANCE);
    // The plans are compared as they stand, with no way to run them.
    volcano.setNoneConventionHasInfiniteCost(false);
    planner = new CalcitePlanner(volcano, tables);
  }

  /** The rewritings of a query over views, at most one of each engine. */
  static List<Rewriting> of(CalciteTables tables, Map<String, String> views, String query) {
    CalciteOpinion opinion = new CalciteOpinion(tables);
    Optional<RelNode> plan =
        unlessItFails(
            () -> {
              views.entrySet().forEach(view -> opinion.kept.add(opinion.planner.keep(view)));
              return opinion.planner.plan(query);
            });
    plan.ifPresent(opinion::ask);
    return opinion.rewritings;
  }

  private static <T> Optional<T> unlessItFails(Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (RuntimeException | AssertionError e) {
      return Optional.empty();
    }
  }

  private void ask(RelNode query) {
    found(() -> substituted(query)).ifPresent(plan -> note(Engine.SUBSTITUTION, plan));
    found(() -> best(query))
        .ifPresent(
            plan -> note(unions(plan) > unions(query) ? Engine.UNION_RULES : Engine.RULES, plan));
  }

  /** A plan, if it reads a view. */
  private Optional<RelNode> found(Supplier<RelNode> search) {
    return unlessItFails(search).filter(this::readsAView);
  }

  private void note(Engine engine, RelNode plan) {
    Set<List<String>> beneath = new HashSet<>();
    kept.forEach(view -> beneath.addAll(names(view.queryRel)));
    boolean isPartly = !Collections.disjoint(names(plan), beneath);
    rewritings.add(new Rewriting(engine, CalciteSql.of(plan, planner), isPartly));
  }

  private static int unions(RelNode plan) {
    int below = plan.getInputs().stream().mapToInt(CalciteOpinion::unions).sum();
    return plan instanceof Union ? below + 1 : below;
  }

  private RelNode substituted(RelNode query) {
    ImmutableList<UnifyRule> rules =
        ImmutableList.<UnifyRule>builder()
            .add(new EndlessSearch())
            .addAll(SubstitutionVisitor.DEFAULT_RULES)
            .build();
    var all = RelOptMaterializations.useMaterializedViews(query, kept, rules);
    return all.isEmpty() ? query : all.get(0).left;
  }

  /** The cheapest plan; that is one over a view, if there is any, since a view has one row. */
  private RelNode best(RelNode query) {
    volcano.clear();
    kept.forEach(volcano::addMaterialization);
    RULES.forEach(volcano::addRule);
    volcano.setRoot(query);
    return volcano.findBestExp();
  }

  private boolean readsAView(RelNode plan) {
    Set<List<String>> views =
        kept.stream().map(view -> view.qualifiedTableName).collect(Collectors.toSet());
    return !Collections.disjoint(names(plan), views);
  }

  /** The names of the tables that a plan reads. */
  private static Set<List<String>> names(RelNode plan) {
    return RelOptUtil.findAllTables(plan).stream()
        .map(RelOptTable::getQualifiedName)
        .collect(Collectors.toSet());
  }
}
