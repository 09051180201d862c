package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.operator.Union;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.PlanNodes;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.Predicates;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.plan.RewriteMode;
import io.millrace.engine.plan.Rewriting;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites one query over the kept views of a catalog.
 *
 * <p>From the top of the plan down, each block is matched with each view that shares a relation
 * with it; the cheapest result is taken and matched again, until nothing is cheaper: so one query
 * may read several views, and views on views. Where no view answers a block, its inputs are tried.
 *
 * <p>Cost: O(nodes · views that share a relation · mappings of their leaves). One thread at a time.
 */
public final class Rewriter {
  /** More views do not take part in one block. */
  private static final int MOST_STEPS = 8;

  private final Candidates candidates;
  private final Catalog catalog;
  private final Cost cost;
  private final boolean isForced;

  /** Whether somebody asks why views do not match. */
  private final boolean isExplaining;

  private final PlanNodes nodes = new PlanNodes(true);
  private final IdentityHashMap<PlanNode, PlanNode> rewritten = new IdentityHashMap<>();
  private final Map<Integer, View> used = new TreeMap<>();
  private final Set<Expr> conditions = new LinkedHashSet<>();

  /** Views that are read together with the tables. */
  private final Set<View> lacking = new LinkedHashSet<>();

  private final Map<View, Mismatch> mismatches = new LinkedHashMap<>();

  /** Views with which no block of the query could be compared. */
  private final Map<View, Mismatch> notAlike = new LinkedHashMap<>();

  private Rewriter(Candidates candidates, PlannerContext context, boolean isExplaining) {
    this.candidates = candidates;
    this.catalog = context.catalog();
    this.cost = new Cost(catalog, context.rowCounts());
    this.isExplaining = isExplaining;
    this.isForced = context.rewriting() == RewriteMode.FORCE;
  }

  /** The query over views, or null if none serves it better than its tables. */
  public static @Nullable Rewriting rewrite(
      QueryPlan plan, Candidates candidates, PlannerContext context) {
    Catalog catalog = context.catalog();
    if (context.rewriting() == RewriteMode.OFF
        || catalog.maintainedViews().isEmpty()
        || !candidates.isAnyReading(plan.relationIds(), catalog)) {
      return null;
    }
    return new Rewriter(candidates, context, false).rewrite(plan);
  }

  /** For each view that shares a relation with the query: why it does not answer it. */
  public static List<String> reasons(
      QueryPlan plan, Candidates candidates, PlannerContext context) {
    Rewriter rewriter = new Rewriter(candidates, context, true);
    rewriter.rewrite(plan);
    rewriter.notAlike.forEach(rewriter.mismatches::putIfAbsent);
    List<String> reasons = new ArrayList<>();
    rewriter.mismatches.forEach(
        (view, mismatch) -> {
          if (!rewriter.used.containsKey(view.id())) {
            reasons.add("View " + view.name() + " " + mismatch.reason() + ".");
          }
        });
    return reasons;
  }

  private @Nullable Rewriting rewrite(QueryPlan plan) {
    if (plan.volatileFunction() != null && isVolatile(plan.root(), new IdentityHashMap<>())) {
      return null;
    }
    QueryPlan limited = limited(plan);
    PlanNode root = limited == null ? rewrite(plan.root()) : limited.root();
    if (used.isEmpty()) {
      return null;
    }
    QueryPlan over = (limited == null ? plan : limited).withRoot(root, Block.relationIds(root));
    // A view that only led to another one is not read.
    List<View> read =
        used.values().stream().filter(view -> over.relationIds().contains(view.id())).toList();
    List<View> partly = read.stream().filter(lacking::contains).toList();
    return new Rewriting(over, read, partly, List.copyOf(conditions));
  }

  /** Whether an operator calls a function for each row that gives something else each time. */
  private static boolean isVolatile(PlanNode node, IdentityHashMap<PlanNode, Boolean> seen) {
    if (seen.put(node, true) != null) {
      return false;
    }
    boolean here =
        (node.operator() instanceof Filter filter && Predicates.isVolatile(filter.predicate()))
            || (node.operator() instanceof io.millrace.engine.operator.Map map
                && map.expressions().stream().anyMatch(Predicates::isVolatile));
    return here || node.inputs().stream().anyMatch(input -> isVolatile(input, seen));
  }

  /** The query over a view that keeps its first rows, or more of them; null if none does. */
  private @Nullable QueryPlan limited(QueryPlan plan) {
    Limit limit = Limit.of(plan);
    FirstRows first = limit == null ? null : firstRows(limit.least(), plan.root());
    if (limit == null || first == null) {
      return null;
    }
    QueryPlan over = plan.withRoot(first.rows(), plan.relationIds());
    if (limit.count() != null) {
      conditions.add(limit.isWithin(first.view().operator()));
      return over;
    }
    return first.areAll() ? over.withoutLimit() : over;
  }

  private PlanNode rewrite(PlanNode node) {
    PlanNode known = rewritten.get(node);
    if (known == null) {
      known = rewriteNew(node);
      rewritten.put(node, known);
    }
    return known;
  }

  private PlanNode rewriteNew(PlanNode node) {
    if (node.inputs().isEmpty() && !(node.operator() instanceof Scan)) {
      return node;
    }
    Block block = BlockReader.read(node, catalog);
    Choice choice = choose(block);
    Block best = taken(choice);
    if (best != null) {
      return plan(improved(best), node.operator().outputType());
    }
    if (node.operator() instanceof TopK top) {
      FirstRows first = firstRows(top, node.inputs().get(0));
      if (first != null) {
        return nodes.node(top, first.rows());
      }
    }
    PlanNode union = union(block, node.operator().outputType());
    if (union != null) {
      return union;
    }
    List<PlanNode> inputs = node.inputs().stream().map(this::rewrite).toList();
    return isSame(inputs, node.inputs()) ? node : nodes.node(node.operator(), inputs);
  }

  @SuppressWarnings("ReferenceEquality") // an input that was not rewritten is the same object
  private static boolean isSame(List<PlanNode> inputs, List<PlanNode> before) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) != before.get(i)) {
        return false;
      }
    }
    return true;
  }

  private PlanNode plan(Block block, RowType type) {
    return new BlockPlan(block, nodes, this::rewrite).build(type);
  }

  /** The block over more views, as long as that is no dearer. */
  private Block improved(Block block) {
    Block best = block;
    for (int step = 1; step < MOST_STEPS; step++) {
      Block next = taken(choose(best));
      if (next == null) {
        break;
      }
      best = next;
    }
    return best;
  }

  /** The ways to compute the block over one view. */
  private Choice choose(Block block) {
    Choice choice = choice(cost.of(block));
    Facts facts = new Facts(block.columns(), block.predicates());
    Collection<Candidate> near =
        isExplaining
            ? candidates.reading(block.relationIds(), catalog)
            : candidates.near(block, facts, catalog);
    for (Candidate candidate : near) {
      if (!isForRewriting(candidate)) {
        continue;
      }
      List<LeafMapping> mappings = LeafMapping.all(block, candidate.block());
      if (isExplaining && mappings.isEmpty()) {
        notAlike.putIfAbsent(candidate.view(), new Mismatch("reads or joins other rows"));
      }
      choice.offer(block, facts, candidate, mappings);
    }
    return choice;
  }

  /** The block as the union of rows that a view has and those that it lacks; null if dearer. */
  private @Nullable PlanNode union(Block block, RowType type) {
    UnionSearch search = new UnionSearch(cost, isForced);
    if (!search.isWorthwhile(block)) {
      return null;
    }
    Facts facts = new Facts(block.columns(), block.predicates());
    UnionSearch.Found found =
        search.find(
            block, facts, candidates.nearParts(block, facts, catalog), isForced && used.isEmpty());
    if (found == null) {
      return null;
    }
    UnionMatch best = found.match();
    View view = found.view();
    used.put(view.id(), view);
    lacking.add(view);
    conditions.addAll(best.guards());
    RowType partType = best.partType() == null ? type : best.partType();
    List<PlanNode> parts =
        List.of(plan(best.kept(), partType), plan(improved(best.rest()), partType));
    PlanNode union = nodes.node(new Union(partType), parts);
    Block over = best.over(union);
    // What lies below the union is rewritten as far as it is to be.
    return over == null ? union : new BlockPlan(over, nodes, part -> part).build(type);
  }

  /** Chooses among views; once one was forced in, no other is. */
  private Choice choice(double plain) {
    boolean any = isForced && used.isEmpty();
    return new Choice(cost, any ? Double.MAX_VALUE : plain, mismatches);
  }

  private boolean isForRewriting(Candidate candidate) {
    if (candidate.view().isForRewriting()) {
      return true;
    }
    mismatches.putIfAbsent(candidate.view(), new Mismatch("is not for rewriting"));
    return false;
  }

  /** Notes that the chosen view is used; its block, or null if none was chosen. */
  private @Nullable Block taken(Choice choice) {
    BlockMatch.Result best = choice.best();
    Candidate chosen = choice.chosen();
    if (best == null || chosen == null) {
      return null;
    }
    used.put(chosen.view().id(), chosen.view());
    conditions.addAll(best.guards());
    return best.block();
  }

  /**
   * Rows of a view.
   *
   * @param view what the view keeps
   * @param areAll whether they are just the rows asked for, with none to drop
   */
  private record FirstRows(PlanNode rows, TopRows view, boolean areAll) {}

  /** Rows of a view among which those that an operator chooses of its input are the first. */
  private @Nullable FirstRows firstRows(TopK operator, PlanNode input) {
    List<Candidate> tops =
        candidates.reading(Block.relationIds(input), catalog).stream()
            .filter(candidate -> candidate.top() != null)
            .toList();
    if (tops.isEmpty()) {
      return null;
    }
    TopRows asked = TopRows.of(new PlanNode(operator, List.of(input)), catalog);
    Choice choice = choice(cost.of(BlockReader.read(input, catalog)));
    for (Candidate candidate : tops) {
      TopRows kept = candidate.top();
      if (kept == null || !kept.isOfSameRows(asked) || !isForRewriting(candidate)) {
        continue;
      }
      if (kept.hold(asked) || kept.isSame(asked)) {
        Block block = asked.block(kept.core());
        Facts facts = new Facts(block.columns(), block.predicates());
        choice.offer(block, facts, candidate, LeafMapping.all(block, candidate.block()));
      } else {
        mismatches.putIfAbsent(candidate.view(), new Mismatch("keeps other first rows"));
      }
    }
    Block best = taken(choice);
    Candidate chosen = choice.chosen();
    if (best == null || chosen == null || chosen.top() == null) {
      return null;
    }
    PlanNode rows = plan(best, operator.outputType());
    return new FirstRows(rows, chosen.top(), chosen.top().isSame(asked));
  }
}
