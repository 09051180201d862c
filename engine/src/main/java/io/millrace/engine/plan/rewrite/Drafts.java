package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.expr.Types;
import io.millrace.engine.operator.Aggregate;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The views that might serve a query: each of its blocks as it is, and each with conditions left
 * out, whose columns it then keeps, so that it serves other constants too.
 */
final class Drafts {
  /** Of conditions on more columns than these, not each choice is tried. */
  private static final int MOST_CHOSEN = 3;

  private final List<ViewDraft> drafts = new ArrayList<>();
  private final Catalog catalog;

  private Drafts(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The drafts for the blocks of a query, those of the whole query first. */
  static List<ViewDraft> of(PlanNode root, Catalog catalog) {
    Drafts all = new Drafts(catalog);
    all.add(root);
    return all.drafts;
  }

  private void add(PlanNode node) {
    Block block = BlockReader.read(node, catalog);
    add(block);
    for (Leaf leaf : block.leaves()) {
      PlanNode below = leaf.node();
      if (below == null) {
        continue;
      }
      boolean isGrouping =
          below.operator() instanceof Aggregate
              || below.operator() instanceof ScalarAggregate
              || below.operator() instanceof Distinct;
      if (isGrouping) {
        add(below);
      } else {
        below.inputs().forEach(this::add);
      }
    }
  }

  private void add(Block block) {
    ViewDraft own = ViewDraft.of(block);
    if (block.isVolatile() || !own.isOverRelations() || own.leaves().isEmpty()) {
      return;
    }
    Map<Set<Integer>, List<Expr>> conditions = conditions(own);
    List<Set<Integer>> columns = List.copyOf(conditions.keySet());
    add(own);
    if (columns.size() <= MOST_CHOSEN) {
      for (int chosen = 0; chosen < (1 << columns.size()); chosen++) {
        int bits = chosen;
        List<Expr> dropped = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          if (((bits >> i) & 1) != 0) {
            dropped.addAll(conditions.getOrDefault(columns.get(i), List.of()));
          }
        }
        addWithout(own, dropped);
      }
      return;
    }
    addWithout(own, List.of());
    conditions.values().forEach(dropped -> addWithout(own, dropped));
    addWithout(own, conditions.values().stream().flatMap(List::stream).toList());
  }

  private void add(ViewDraft draft) {
    boolean isEmpty = draft.keys().isEmpty() && draft.calls().isEmpty();
    if (!isEmpty && draft.expressions().stream().noneMatch(Drafts::readsParameter)) {
      drafts.add(draft);
    }
  }

  /** The predicates that compare one leaf's columns with constants, by the columns they read. */
  private static Map<Set<Integer>, List<Expr>> conditions(ViewDraft draft) {
    Map<Set<Integer>, List<Expr>> conditions = new LinkedHashMap<>();
    for (Expr predicate : draft.predicates()) {
      if (draft.columns().onlyLeaf(predicate) >= 0 || readsParameter(predicate)) {
        Set<Integer> read = new TreeSet<>(Exprs.columns(predicate));
        conditions.computeIfAbsent(read, any -> new ArrayList<>()).add(predicate);
      }
    }
    return conditions;
  }

  private static boolean readsParameter(Expr expr) {
    return expr instanceof Parameter || expr.children().stream().anyMatch(Drafts::readsParameter);
  }

  /** The draft without some predicates, which can be told from what it keeps instead. */
  private void addWithout(ViewDraft own, List<Expr> dropped) {
    List<Expr> kept = new ArrayList<>(own.predicates());
    kept.removeAll(dropped);
    Set<Expr> keys = new LinkedHashSet<>(own.keys());
    for (Expr predicate : dropped) {
      Exprs.columns(predicate).forEach(column -> keys.add(own.columns().column(column)));
    }
    if (own.kind() == ViewDraft.Kind.ROWS) {
      if (!dropped.isEmpty()) {
        add(
            new ViewDraft(
                own.leaves(),
                own.columns(),
                kept,
                ViewDraft.varying(List.copyOf(keys)),
                List.of(),
                ViewDraft.Kind.ROWS,
                List.of(),
                false));
      }
      return;
    }
    Set<Group.Call> calls = new LinkedHashSet<>();
    calls.add(count(List.of()));
    own.calls().forEach(call -> addParts(call, keys, calls));
    List<Expr> varying = ViewDraft.varying(List.copyOf(keys));
    add(
        new ViewDraft(
            own.leaves(),
            own.columns(),
            kept,
            varying,
            List.copyOf(calls),
            varying.isEmpty() ? ViewDraft.Kind.WHOLE : ViewDraft.Kind.GROUPS,
            List.of(),
            true));
  }

  /** What a call can be computed from over several groups. */
  private static void addParts(Group.Call call, Set<Expr> keys, Set<Group.Call> calls) {
    if (call.arguments().isEmpty()) {
      return;
    }
    Expr argument = call.arguments().get(0);
    boolean approximate = Types.isApproximate(argument.type().type());
    if ((call.distinct() && !call.function().ignoresDuplicates()) || !call.order().isEmpty()) {
      keys.addAll(call.expressions());
      return;
    }
    switch (call.function()) {
      case AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> {
        if (approximate) {
          calls.add(call);
          return;
        }
        calls.add(sum(argument));
        addCount(argument, calls);
        if (call.function() != AggregateFunction.AVG) {
          calls.add(sum(Exprs.call("*", argument, argument)));
        }
      }
      case SUM, SUM0 -> calls.add(sum(argument));
      case COUNT -> {
        if (call.arguments().size() == 1) {
          addCount(argument, calls);
        } else {
          calls.add(call);
        }
      }
      default -> calls.add(call);
    }
  }

  /** The count of an argument, unless all rows count. */
  private static void addCount(Expr argument, Set<Group.Call> calls) {
    if (argument.type().nullable() || !(argument instanceof ColumnRef)) {
      calls.add(count(List.of(argument)));
    }
  }

  private static Group.Call count(List<Expr> arguments) {
    ColumnType type = ColumnType.of(CellType.BIGINT);
    return new Group.Call(AggregateFunction.COUNT, arguments, false, List.of(), null, type);
  }

  private static Group.Call sum(Expr argument) {
    ColumnType type = argument.type();
    ColumnType sum =
        Types.isApproximate(type.type()) ? type.withNullable(true) : Rollup.sumType(type);
    return Group.Call.of(AggregateFunction.SUM, argument, sum);
  }
}
