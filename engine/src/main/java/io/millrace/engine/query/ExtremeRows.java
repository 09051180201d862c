package io.millrace.engine.query;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.ProjectedCursor;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.SourceColumns;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a relation that MIN and MAX over it hang on, in place of all: for each call the first
 * one from that end of a key in the column's order. Cost: O(log n) for each call, and one row more
 * for each that the filter drops at that end.
 *
 * <p>The aggregate itself is evaluated as ever, over these rows. Only a filter that cannot fail
 * lets rows be left out, and no REAL or DOUBLE, whose equal values differ in sign.
 */
final class ExtremeRows {
  private final SnapshotContext context;
  private final PlanNode input;
  private final Scan scan;
  private final @Nullable Filter filter;
  private final List<End> ends = new ArrayList<>();

  /** The end of a path at which a column has its extreme; the column is the scan's. */
  private record End(int column, boolean isGreatest, OrderedPath path) {}

  private ExtremeRows(SnapshotContext context, PlanNode input, Scan scan, @Nullable Filter filter) {
    this.context = context;
    this.input = input;
    this.scan = scan;
    this.filter = filter;
  }

  /** The rows that an aggregate over nothing but a relation needs; empty if it needs all. */
  static Optional<ExtremeRows> of(
      ScalarAggregate aggregate, PlanNode input, SnapshotContext context) {
    PlanNode below = belowMaps(input);
    Filter filter = below.operator() instanceof Filter f ? f : null;
    PlanNode source = filter == null ? below : below.inputs().get(0);
    if (!(source.operator() instanceof Scan scan)
        || (filter != null && Exprs.canFail(filter.predicate()))
        || aggregate.calls().isEmpty()
        || !context.isStored(context.catalog().require(scan.relationId()))) {
      return Optional.empty();
    }
    ExtremeRows rows = new ExtremeRows(context, input, scan, filter);
    boolean served = aggregate.calls().stream().allMatch(rows::add);
    return served ? Optional.of(rows) : Optional.empty();
  }

  private static PlanNode belowMaps(PlanNode node) {
    return node.operator() instanceof Map map && isOfColumns(map)
        ? belowMaps(node.inputs().get(0))
        : node;
  }

  private static boolean isOfColumns(Map map) {
    return map.expressions().stream().allMatch(ColumnRef.class::isInstance);
  }

  /** Adds the end that a call asks for; false if nothing is kept in that order. */
  private boolean add(AggregateCall call) {
    boolean isGreatest = call.function() == AggregateFunction.MAX;
    if (!isGreatest && call.function() != AggregateFunction.MIN) {
      return false;
    }
    int column = call.arguments().get(0);
    PlanNode node = input;
    while (node.operator() instanceof Map map) {
      column = ((ColumnRef) map.expressions().get(column)).index();
      node = node.inputs().get(0);
    }
    CellType type = scan.outputType().column(column).type();
    if (type == CellType.REAL || type == CellType.DOUBLE) {
      return false;
    }
    Relation relation = context.catalog().require(scan.relationId());
    int position = relation.columnIds().indexOf(scan.columnIds().get(column));
    int wanted = column;
    Optional<OrderedPath> path = OrderedPath.by(position, relation, bounds(relation));
    path.ifPresent(found -> ends.add(new End(wanted, isGreatest, found)));
    return path.isPresent();
  }

  private KeyBounds bounds(Relation relation) {
    RowType type = relation.rowType();
    return KeyBounds.of(
        filter == null ? Exprs.literal(true) : TableColumns.of(filter.predicate(), scan, relation),
        type,
        context.frame(scan.outputType()));
  }

  /**
   * These rows as the aggregate's input.
   *
   * @param all gives every row, for when the key can't be walked from the end that is needed
   */
  Input orElse(Input all) {
    return () -> rows().map(rows -> mapped(input, rows)).orElseGet(all::open);
  }

  private Cursor mapped(PlanNode node, Cursor rows) {
    return node.operator() instanceof Map map
        ? map.evaluate(context, List.of(() -> mapped(node.inputs().get(0), rows)))
        : rows;
  }

  private Optional<Cursor> rows() {
    RelationReader relation = context.relation(scan.relationId());
    SourceColumns columns =
        new SourceColumns(scan.columnIds(), relation.rowType(), relation.columnIds());
    ZSetBuilder found = new ZSetBuilder();
    for (End end : ends) {
      Optional<Cursor> walk = end.path().rows(relation, end.isGreatest());
      if (walk.isEmpty()) {
        return Optional.empty();
      }
      Input projected = () -> new ProjectedCursor(walk.get(), columns.projection());
      Cursor passing =
          filter == null ? projected.open() : filter.evaluate(context, List.of(projected));
      while (passing.next()) {
        context.checkCanceled();
        if (!scan.outputType().isNull(passing.row(), end.column())) {
          found.add(passing.row(), 1);
          break;
        }
      }
    }
    return Optional.of(new ZSetCursor(found.build()));
  }

  /** Which keys are read at their ends, for EXPLAIN. */
  String describe() {
    return ends.stream()
        .map(end -> end.path().describe())
        .distinct()
        .collect(Collectors.joining(" and ", "by the end of ", ""));
  }
}
