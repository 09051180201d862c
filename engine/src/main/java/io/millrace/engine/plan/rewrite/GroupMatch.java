package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query's groups from a view's groups.
 *
 * <p>Where both group by the same, or the query's predicates leave one group of the view in each of
 * its groups, the view's rows are the groups. Else they are grouped again: each call from what the
 * view keeps of its parts ({@link Rollup}); or, if the calls read keys alone, over the view's rows
 * as often as the view counts them. A query without GROUP BY has a row over nothing, too, so it is
 * always grouped again over a view with groups.
 */
final class GroupMatch {
  private final BlockMatch match;
  private final Group viewGroup;
  private final Group queryGroup;
  private final List<Conjunct> remaining;
  private final Expressible keys;

  GroupMatch(BlockMatch match, Group viewGroup, Group queryGroup, List<Conjunct> remaining) {
    this.match = match;
    this.viewGroup = viewGroup;
    this.queryGroup = queryGroup;
    this.remaining = remaining;
    this.keys = match.expressible(match.queryFacts());
  }

  Block run() throws Mismatch {
    Rollup rollup = new Rollup(match, viewGroup, keys);
    Mismatch finer = null;
    if (isSameGroups()) {
      try {
        return direct(rollup);
      } catch (Mismatch e) {
        finer = e;
      }
    }
    if (viewGroup.scalar() || !viewGroup.having().isEmpty()) {
      throw finer != null ? finer : new Mismatch("keeps other groups");
    }
    try {
      return again(rollup);
    } catch (Mismatch e) {
      Block repeated = repeated();
      if (repeated == null) {
        throw finer != null ? finer : e;
      }
      return repeated;
    }
  }

  /** Whether each group of the query is one row of the view, once it is filtered. */
  private boolean isSameGroups() {
    if (match.hasStayingLeaves() || viewGroup.scalar() != queryGroup.scalar()) {
      return false;
    }
    if (viewGroup.scalar()) {
      return remaining.isEmpty();
    }
    Facts facts = match.queryFacts();
    Set<String> grouped = new HashSet<>();
    queryGroup.keys().forEach(key -> grouped.add(facts.digest(key)));
    return viewGroup.keys().stream()
        .allMatch(key -> isDecided(match.translated(key), grouped, facts));
  }

  /** Whether the value is one in each group of these expressions. */
  private static boolean isDecided(Expr value, Set<String> grouped, Facts facts) {
    if (grouped.contains(facts.digest(value)) || facts.constant(value) != null) {
      return true;
    }
    return !(value instanceof ColumnRef)
        && Exprs.firstVolatile(value).isEmpty()
        && value.children().stream().allMatch(child -> isDecided(child, grouped, facts));
  }

  private Block direct(Rollup rollup) throws Mismatch {
    List<Expr> columns = new ArrayList<>(match.require(keys, queryGroup.keys()));
    for (Group.Call call : queryGroup.calls()) {
      columns.add(rollup.ofOneGroup(call));
    }
    List<Conjunct> conjuncts = new ArrayList<>(remaining);
    for (Expr predicate : remainingHaving()) {
      conjuncts.add(Conjunct.of(over(predicate, columns)));
    }
    List<Expr> outputs = queryGroup(match.query().outputs(), columns);
    return match.block(match.viewLeaf(), conjuncts, null, outputs);
  }

  private static List<Expr> queryGroup(List<Expr> expressions, List<Expr> columns) {
    List<Expr> all = new ArrayList<>(expressions.size());
    expressions.forEach(expression -> all.add(over(expression, columns)));
    return all;
  }

  /** An expression over the query's group, given what each of its columns is now. */
  private static Expr over(Expr expr, List<Expr> columns) {
    return Exprs.substitute(expr, columns);
  }

  /** The conjuncts of the query's HAVING that the view's does not guarantee. */
  private List<Expr> remainingHaving() throws Mismatch {
    if (viewGroup.having().isEmpty()) {
      return queryGroup.having();
    }
    Columns results = new Columns();
    Facts wanted = new Facts(results, named(queryGroup, queryGroup.having(), results, false));
    Facts kept = new Facts(results, named(viewGroup, viewGroup.having(), results, true));
    for (Expr predicate : kept.conjuncts()) {
      if (!wanted.imply(predicate)) {
        throw new Mismatch("keeps only some of the groups, by its HAVING");
      }
    }
    List<Expr> all = new ArrayList<>();
    for (Expr predicate : queryGroup.having()) {
      List<Expr> one = named(queryGroup, List.of(predicate), results, false);
      if (!kept.imply(one.get(0))) {
        all.add(predicate);
      }
    }
    return all;
  }

  /**
   * Predicates over a group's columns, where equal keys and calls of both groups are one column.
   */
  private List<Expr> named(Group group, List<Expr> predicates, Columns results, boolean isView) {
    Facts facts = match.queryFacts();
    List<Expr> named = new ArrayList<>();
    for (int i = 0; i < group.width(); i++) {
      String name;
      if (i < group.keys().size()) {
        Expr key = group.keys().get(i);
        name = "key " + facts.digest(isView ? match.translated(key) : key);
      } else {
        Group.Call call = group.calls().get(i - group.keys().size());
        name = (isView ? call.map(match::translated) : call).digest(facts::digest);
      }
      named.add(results.column(0, name, group.column(i).type()));
    }
    return queryGroup(predicates, named);
  }

  /** The view's rows grouped once more. */
  private Block again(Rollup rollup) throws Mismatch {
    List<Expr> newKeys = match.require(keys, queryGroup.keys());
    List<Group.Call> newCalls = new ArrayList<>();
    List<Expr> columns = new ArrayList<>();
    for (int i = 0; i < newKeys.size(); i++) {
      columns.add(Exprs.column(i, newKeys.get(i).type()));
    }
    Map<Group.Call, Integer> places = new HashMap<>();
    for (Group.Call call : queryGroup.calls()) {
      Rollup.Rolled rolled = rollup.ofSeveralGroups(call);
      List<Expr> results = new ArrayList<>();
      for (Group.Call part : rolled.parts()) {
        Integer place = places.get(part);
        if (place == null) {
          place = newCalls.size();
          places.put(part, place);
          newCalls.add(part);
        }
        results.add(Exprs.column(newKeys.size() + place, part.type()));
      }
      columns.add(rolled.result().apply(results));
    }
    Group group =
        new Group(newKeys, newCalls, queryGroup.scalar(), queryGroup(queryGroup.having(), columns));
    return match.block(
        match.viewLeaf(), remaining, group, queryGroup(match.query().outputs(), columns));
  }

  /** The query's own grouping over the view's rows, as many as the view counts; or null. */
  private @Nullable Block repeated() throws Mismatch {
    String count = match.countColumn();
    if (count == null) {
      return null;
    }
    List<Group.Call> calls = new ArrayList<>();
    for (Group.Call call : queryGroup.calls()) {
      if (call.expressions().stream().anyMatch(argument -> keys.find(argument) == null)) {
        return null;
      }
      calls.add(call.map(argument -> java.util.Objects.requireNonNull(keys.find(argument))));
    }
    Group group =
        new Group(
            match.require(keys, queryGroup.keys()),
            calls,
            queryGroup.scalar(),
            queryGroup.having());
    return match.block(
        Leaf.repeated(match.view(), count), remaining, group, match.query().outputs());
  }
}
