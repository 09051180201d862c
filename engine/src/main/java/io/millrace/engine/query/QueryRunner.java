package io.millrace.engine.query;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.KeptInput;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan against one state: each operator's Q over its inputs, pulled row by row, with access
 * paths below filters. One thread at a time.
 */
public final class QueryRunner {
  private final SnapshotContext context;
  private final IdentityHashMap<PlanNode, Integer> uses = new IdentityHashMap<>();
  private final IdentityHashMap<PlanNode, Input> shared = new IdentityHashMap<>();

  private QueryRunner(SnapshotContext context) {
    this.context = context;
  }

  /**
   * The rows of a query as its reader sees them. Nothing runs before the first row is asked for.
   */
  public static ResultCursor run(QueryPlan plan, SnapshotContext context) {
    RowType type = plan.root().operator().outputType();
    long offset = count(plan.offset(), context, "OFFSET", 0);
    long fetch = count(plan.fetch(), context, "LIMIT", -1);
    Cursor rows = open(plan.root(), context);
    if (!plan.order().isEmpty()) {
      long needed = fetch < 0 || fetch > Long.MAX_VALUE - offset ? -1 : offset + fetch;
      rows = new SortedCursor(rows, new RowOrdering(type, plan.order()), needed, context);
    }
    return new ResultCursor(rows, type, offset, fetch);
  }

  /** The bag that a plan computes; a row may come several times. */
  public static Cursor open(PlanNode root, SnapshotContext context) {
    QueryRunner runner = new QueryRunner(context);
    context.progress().begin("Reading");
    runner.countUses(root);
    return runner.input(root).open();
  }

  private static long count(
      @Nullable Expr expr, EvaluateContext context, String clause, long absent) {
    if (expr == null) {
      return absent;
    }
    Object value = expr.evaluate(context.frame(RowType.of()));
    if (value == null) {
      return absent;
    }
    long count = value instanceof BigDecimal decimal ? decimal.longValue() : (Long) value;
    if (count < 0) {
      throw ErrorCode.INVALID_ARGUMENT.exception(
          count, clause, "Give a number that is not negative.");
    }
    return count;
  }

  private void countUses(PlanNode node) {
    if (uses.merge(node, 1, Integer::sum) == 1) {
      node.inputs().forEach(this::countUses);
    }
  }

  private Input input(PlanNode node) {
    if (uses.getOrDefault(node, 1) == 1 || node.inputs().isEmpty()) {
      return plain(node);
    }
    Input known = shared.get(node);
    if (known == null) {
      known = new KeptInput(plain(node), context);
      shared.put(node, known);
    }
    return known;
  }

  private Input plain(PlanNode node) {
    if (node.operator() instanceof Scan scan) {
      return new ScanInput(scan, context, null);
    }
    if (node.operator() instanceof Filter filter) {
      return filtered(filter, node.inputs().get(0));
    }
    List<Input> inputs = new ArrayList<>();
    node.inputs().forEach(child -> inputs.add(input(child)));
    if (node.operator() instanceof ScalarAggregate aggregate) {
      ExtremeRows.of(aggregate, node.inputs().get(0), context)
          .ifPresent(extremes -> inputs.set(0, extremes.orElse(inputs.get(0))));
    }
    long estimate = inputs.stream().mapToLong(Input::estimatedRows).max().orElse(1);
    return new OperatorInput(node, inputs, context, estimate);
  }

  private Input filtered(Filter filter, PlanNode below) {
    Input source =
        below.operator() instanceof Scan scan
            ? new ScanInput(scan, context, path(filter, scan))
            : input(below);
    return new FilteredInput(filter, source, context);
  }

  private @Nullable AccessPath path(Filter filter, Scan scan) {
    return path(filter, scan, context.catalog().require(scan.relationId()), context).orElse(null);
  }

  /** The best access path for a filter directly over a scan. */
  static Optional<AccessPath> path(
      Filter filter, Scan scan, Relation relation, SnapshotContext context) {
    if (!context.isStored(relation)) {
      return Optional.empty();
    }
    EvaluationFrame frame = context.frame(filter.outputType());
    Expr overRelation = TableColumns.of(filter.predicate(), scan, relation);
    return AccessPath.best(relation, KeyBounds.of(overRelation, relation.rowType(), frame));
  }

  /** Any operator over its inputs. */
  private record OperatorInput(
      PlanNode node, List<Input> inputs, EvaluateContext context, long estimatedRows)
      implements Input {
    @Override
    public Cursor open() {
      return node.operator().evaluate(context, inputs);
    }
  }

  /** A filter, which lets look-ups by key through to what it filters. */
  private record FilteredInput(Filter filter, Input source, EvaluateContext context)
      implements Input {
    @Override
    public Cursor open() {
      return filter.evaluate(context, List.of(source));
    }

    @Override
    public Optional<ArrangementReader> arrangement(KeyFormat key) {
      return source
          .arrangement(key)
          .map(rows -> asked -> filter.evaluate(context, List.of(() -> rows.rows(asked))));
    }

    @Override
    public long estimatedRows() {
      return Math.max(1, source.estimatedRows() / 3);
    }
  }
}
