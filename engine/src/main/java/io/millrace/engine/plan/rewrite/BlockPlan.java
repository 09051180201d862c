package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateOrder;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Aggregate;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.Repeat;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.plan.Built;
import io.millrace.engine.plan.JoinAssembly;
import io.millrace.engine.plan.PlanInput;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.PlanNodes;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.util.ImmutableBitSet;

/** The plan of a block. One object makes one plan. */
final class BlockPlan {
  private final Block block;
  private final PlanNodes nodes;

  /** What becomes of the plans of leaves that are no scans. */
  private final UnaryOperator<PlanNode> below;

  /** The fields of the join: each column of the leaves, those of a leaf side by side. */
  private final List<Integer> fields = new ArrayList<>();

  BlockPlan(Block block, PlanNodes nodes, UnaryOperator<PlanNode> below) {
    this.block = block;
    this.nodes = nodes;
    this.below = below;
  }

  /** The block's rows, in exactly this type. */
  PlanNode build(RowType type) {
    List<Expr> read = new ArrayList<>();
    List<Expr> conjuncts = new ArrayList<>();
    for (Block.Conjunct conjunct : block.conjuncts()) {
      if (conjunct.appliedBy() == Block.Conjunct.NOBODY) {
        conjuncts.add(conjunct.predicate());
      }
    }
    Group group = block.group();
    List<Expr> above = group == null ? block.outputs() : inputs(group);
    read.addAll(conjuncts);
    read.addAll(above);
    JoinAssembly assembly = new JoinAssembly(nodes, true);
    for (int leaf = 0; leaf < block.leaves().size(); leaf++) {
      assembly.add(part(leaf, columnsOf(leaf, read)));
    }
    List<Expr> overFields = above.stream().map(this::overFields).toList();
    Built joined =
        assembly.build(conjuncts.stream().map(this::overFields).toList(), fieldsOf(overFields));
    PlanNode rows = nodes.map(joined.node(), overFields.stream().map(joined::bind).toList());
    return inType(group == null ? rows : grouped(group, above, rows), type);
  }

  /** The columns of a leaf that are read, by their numbers. */
  private List<Integer> columnsOf(int leaf, List<Expr> read) {
    return read.stream()
        .flatMap(expr -> Exprs.columns(expr).stream())
        .filter(column -> block.columns().key(column).leaf() == leaf)
        .distinct()
        .sorted()
        .toList();
  }

  private Expr overFields(Expr expr) {
    return Exprs.mapColumns(expr, fields::indexOf);
  }

  private static ImmutableBitSet fieldsOf(List<Expr> expressions) {
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    expressions.forEach(expr -> read.addAll(Exprs.columns(expr)));
    return read.build();
  }

  private PlanInput part(int leaf, List<Integer> columns) {
    fields.addAll(columns);
    List<String> names = columns.stream().map(c -> block.columns().key(c).name()).toList();
    return new PlanInput() {
      @Override
      public int fieldCount() {
        return columns.size();
      }

      @Override
      public Built build(ImmutableBitSet needed, List<Expr> predicates) {
        ImmutableBitSet read = needed.union(fieldsOf(predicates));
        List<String> wanted = read.asList().stream().map(names::get).toList();
        PlanNode node = rows(block.leaves().get(leaf), wanted);
        Built rows = Built.of(node, columns.size(), read.asList());
        return predicates.isEmpty()
            ? rows
            : rows.over(nodes.filter(node, rows.bind(Exprs.and(predicates))));
      }
    };
  }

  /** Columns of a leaf by their names. */
  private PlanNode rows(Leaf leaf, List<String> names) {
    Relation relation = leaf.relation();
    if (relation == null) {
      PlanNode node = below.apply(Objects.requireNonNull(leaf.node(), "a leaf has a plan"));
      RowType type = node.operator().outputType();
      List<Expr> columns = new ArrayList<>();
      for (String name : names) {
        int position = leaf.names().indexOf(name);
        columns.add(Exprs.column(position, type.column(position)));
      }
      return nodes.map(node, columns);
    }
    if (leaf.countColumn() == null) {
      return scan(relation, names);
    }
    List<String> all = new ArrayList<>(names);
    if (!all.contains(leaf.countColumn())) {
      all.add(leaf.countColumn());
    }
    PlanNode scan = scan(relation, all);
    RowType type = scan.operator().outputType();
    PlanNode repeated = nodes.node(new Repeat(type, all.indexOf(leaf.countColumn())), scan);
    return nodes.map(
        repeated,
        IntStream.range(0, names.size()).mapToObj(i -> Exprs.column(i, type.column(i))).toList());
  }

  private PlanNode scan(Relation relation, List<String> names) {
    List<Integer> ids = new ArrayList<>();
    List<ColumnType> types = new ArrayList<>();
    for (String name : names) {
      int position = relation.columnIds().stream().map(Leaf::columnName).toList().indexOf(name);
      ids.add(relation.columnIds().get(position));
      types.add(relation.columns().get(position).type());
    }
    return nodes.node(new Scan(relation.id(), ids, RowType.of(types)));
  }

  /** What the grouping reads, each expression once: its keys first. */
  private static List<Expr> inputs(Group group) {
    List<Expr> inputs = new ArrayList<>(group.keys());
    for (Group.Call call : group.calls()) {
      call.expressions().stream().filter(e -> !inputs.contains(e)).forEach(inputs::add);
    }
    return inputs;
  }

  private PlanNode grouped(Group group, List<Expr> inputs, PlanNode rows) {
    RowType type = rows.operator().outputType();
    PlanNode grouped;
    if (group.calls().isEmpty() && !group.scalar()) {
      grouped = nodes.node(new Distinct(type), rows);
    } else {
      List<AggregateCall> calls = new ArrayList<>();
      group.calls().forEach(call -> calls.add(overInputs(call, inputs)));
      grouped =
          nodes.node(
              group.scalar()
                  ? new ScalarAggregate(type, calls)
                  : new Aggregate(
                      type, IntStream.range(0, group.keys().size()).boxed().toList(), calls),
              rows);
    }
    Built built =
        Built.of(grouped, group.width(), IntStream.range(0, group.width()).boxed().toList());
    PlanNode kept =
        group.having().isEmpty()
            ? grouped
            : nodes.filter(grouped, built.bind(Exprs.and(group.having())));
    return nodes.map(kept, block.outputs().stream().map(built::bind).toList());
  }

  private static AggregateCall overInputs(Group.Call call, List<Expr> inputs) {
    List<AggregateOrder> order = new ArrayList<>();
    for (Group.Order key : call.order()) {
      order.add(new AggregateOrder(inputs.indexOf(key.key()), key.descending(), key.nullsFirst()));
    }
    return new AggregateCall(
        call.function(),
        call.arguments().stream().map(inputs::indexOf).toList(),
        call.distinct(),
        order,
        call.parameter(),
        call.type());
  }

  /** The rows in a type that differs at most in what is known not to be NULL. */
  private PlanNode inType(PlanNode node, RowType type) {
    RowType is = node.operator().outputType();
    if (is.equals(type)) {
      return node;
    }
    List<Expr> columns = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      ColumnType must = type.column(i);
      if (!Facts.isSameType(is.column(i), must)) {
        throw new AssertionError("column " + i + " must be " + must + " but is " + is.column(i));
      }
      Expr column = Exprs.column(i, is.column(i));
      // What is never NULL may have come from a column that could be.
      boolean narrowed = is.column(i).nullable() && !must.nullable();
      columns.add(narrowed ? Exprs.coalesce(List.of(column), must) : Exprs.column(i, must));
    }
    return nodes.node(new io.millrace.engine.operator.Map(is, columns), node);
  }
}
