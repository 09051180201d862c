package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.SortColumn;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.operator.Window;
import io.millrace.engine.operator.WindowCall;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Window functions, over a projection in the form of {@link WindowSplit}: a {@link Window} for each
 * PARTITION BY with ORDER BY, one over the other. Ties go by all fields of the input as written.
 *
 * <p>A rank that predicates above bound, and that is the only window, is a {@link TopK}, with a
 * window over what is left if somebody reads the rank. A predicate over columns of every PARTITION
 * BY goes below; all others stay above: they must not change what windows see.
 */
final class WindowPlanner {
  private final PlanBuilder builder;
  private final Project project;
  private final WindowCalls calls;
  private final int inputFields;

  /** What the operators see, over the input's fields. */
  private final List<Expr> columns = new ArrayList<>();

  WindowPlanner(PlanBuilder builder, Project project) {
    this.builder = builder;
    this.project = project;
    this.calls = new WindowCalls(builder.expressions);
    this.inputFields = project.getInput().getRowType().getFieldCount();
  }

  /** PARTITION BY and ORDER BY over the columns. */
  private record Order(List<Integer> partition, List<SortColumn> columns) {}

  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    ImmutableBitSet read = needed.union(Predicates.fields(predicates));
    List<Integer> fields = read.asList().stream().filter(f -> f >= inputFields).toList();
    List<RexOver> overs = fields.stream().map(f -> (RexOver) projects().get(f)).toList();
    if (overs.isEmpty()) {
      Built input = builder.build(project.getInput(), read, predicates);
      return built(input.node(), input.positions(), List.of(), List.of());
    }
    List<Expr> staying = new ArrayList<>();
    List<Expr> moving = moving(predicates, overs, staying);
    List<Integer> positions = addInputColumns(read, overs);
    List<Order> orders = overs.stream().map(over -> order(over.getWindow())).toList();
    List<WindowCalls.Prepared> prepared =
        overs.stream().map(over -> calls.prepare(over, this::column)).toList();
    Built input = builder.build(project.getInput(), Predicates.fields(columns), moving);
    PlanNode rows =
        builder.nodes.map(input.node(), columns.stream().map(c -> builder.bind(c, input)).toList());

    TopK.Counting counting = overs.size() == 1 ? WindowCalls.counting(overs.get(0)) : null;
    if (counting != null) {
      int rank = fields.get(0);
      NumberBounds bounds = new NumberBounds();
      List<Expr> others = staying.stream().filter(p -> !bounds.add(p, rank)).toList();
      boolean unread = !needed.get(rank) && !Predicates.fields(others).get(rank);
      if (bounds.any() && unread && bounds.fits(counting)) {
        PlanNode top = top(rows, orders.get(0), bounds.offset(), bounds.fetch(), counting);
        return builder.filtered(built(top, positions, List.of(), List.of()), others);
      }
      if (bounds.last() < TopK.ALL) {
        rows = top(rows, orders.get(0), 0, Math.max(0, bounds.last()), counting);
      }
    }
    List<Integer> results = new ArrayList<>();
    PlanNode node = windows(rows, orders, prepared, results);
    return builder.filtered(built(node, positions, fields, results), staying);
  }

  private List<RexNode> projects() {
    return project.getProjects();
  }

  /** The fields of the projection, where some are the input's and some results of windows. */
  private Built built(
      PlanNode node, List<Integer> inputPositions, List<Integer> fields, List<Integer> results) {
    Integer[] positions = new Integer[projects().size()];
    Arrays.fill(positions, Built.ABSENT);
    for (int field = 0; field < inputFields; field++) {
      positions[field] = inputPositions.get(field);
    }
    for (int i = 0; i < fields.size(); i++) {
      positions[fields.get(i)] = results.get(i);
    }
    return new Built(node, List.of(positions));
  }

  /** The columns of the input that are read, or all of them where they settle ties. */
  private List<Integer> addInputColumns(ImmutableBitSet read, List<RexOver> overs) {
    boolean ties = overs.stream().anyMatch(WindowCalls::hangsOnTies);
    List<Integer> positions = new ArrayList<>();
    for (int field = 0; field < inputFields; field++) {
      boolean present = ties || read.get(field);
      positions.add(present ? columns.size() : Built.ABSENT);
      if (present) {
        columns.add(builder.expressions.of(projects().get(field)));
      }
    }
    return positions;
  }

  private PlanNode top(
      PlanNode rows, Order order, long offset, long fetch, TopK.Counting counting) {
    return builder.nodes.node(
        new TopK(
            rows.operator().outputType(),
            order.partition(),
            order.columns(),
            offset,
            fetch,
            counting),
        rows);
  }

  /** One window over the other, and for each call the column of its result. */
  private PlanNode windows(
      PlanNode rows,
      List<Order> orders,
      List<WindowCalls.Prepared> prepared,
      List<Integer> results) {
    Map<Order, List<Integer>> byOrder = new LinkedHashMap<>();
    for (int i = 0; i < orders.size(); i++) {
      byOrder.computeIfAbsent(orders.get(i), o -> new ArrayList<>()).add(i);
    }
    Integer[] columnOf = new Integer[orders.size()];
    PlanNode node = rows;
    for (Map.Entry<Order, List<Integer>> entry : byOrder.entrySet()) {
      RowType type = node.operator().outputType();
      List<WindowCall> made = new ArrayList<>();
      for (int i : entry.getValue()) {
        columnOf[i] = type.size() + made.size();
        made.add(prepared.get(i).over(type));
      }
      Order order = entry.getKey();
      node = builder.nodes.node(new Window(type, order.partition(), order.columns(), made), node);
    }
    results.addAll(List.of(columnOf));
    return node;
  }

  private Order order(RexWindow window) {
    return new Order(
        window.partitionKeys.stream().map(this::column).toList(),
        window.orderKeys.stream().map(this::sortColumn).toList());
  }

  private int column(RexNode node) {
    return column(builder.expressions.of(node));
  }

  private int column(Expr expression) {
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    return columns.size() - 1;
  }

  private SortColumn sortColumn(RexFieldCollation key) {
    boolean descending = key.getDirection().isDescending();
    boolean nullsFirst =
        key.getNullDirection() == RelFieldCollation.NullDirection.UNSPECIFIED
            ? descending
            : key.getNullDirection() == RelFieldCollation.NullDirection.FIRST;
    return new SortColumn(column(key.left), descending, nullsFirst);
  }

  /** Those that hold for whole partitions, over the input's fields, which the first fields are. */
  private static List<Expr> moving(List<Expr> predicates, List<RexOver> overs, List<Expr> staying) {
    List<Expr> moving = new ArrayList<>();
    for (Expr predicate : predicates) {
      boolean whole =
          Predicates.isMovable(predicate)
              && Predicates.fields(predicate).asList().stream()
                  .allMatch(f -> overs.stream().allMatch(over -> isPartitionedBy(over, f)));
      (whole ? moving : staying).add(predicate);
    }
    return moving;
  }

  private static boolean isPartitionedBy(RexOver over, int field) {
    return over.getWindow().partitionKeys.stream()
        .anyMatch(key -> key instanceof RexInputRef ref && ref.getIndex() == field);
  }
}
