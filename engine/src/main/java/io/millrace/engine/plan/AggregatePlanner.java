package io.millrace.engine.plan;

import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY and DISTINCT. A predicate that reads group keys alone goes below; the aggregates that
 * nobody reads are not computed; FILTER becomes a CASE in the argument, whose NULL does not count.
 */
final class AggregatePlanner {
  private final PlanBuilder builder;
  private final List<Expr> staying = new ArrayList<>();

  /** The columns that the operator sees, over the input's fields: keys, then arguments. */
  private final List<Expr> columns = new ArrayList<>();

  AggregatePlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(Aggregate aggregate, ImmutableBitSet needed, List<Expr> predicates) {
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      throw Unsupported.error("GROUPING SETS of this kind", "Use UNION ALL.");
    }
    List<Integer> keys = aggregate.getGroupSet().asList();
    List<Expr> moving = new ArrayList<>();
    for (Expr predicate : predicates) {
      ImmutableBitSet fields = Predicates.fields(predicate);
      // A predicate over no field stays: without groups there is a row even over no rows.
      if (!keys.isEmpty() && fields.nextSetBit(keys.size()) < 0) {
        moving.add(Exprs.mapColumns(predicate, keys::get));
      } else {
        staying.add(predicate);
      }
    }
    ImmutableBitSet emitted = needed.union(Predicates.fields(staying));
    List<Integer> calls =
        IntStream.range(0, aggregate.getAggCallList().size())
            .filter(call -> emitted.get(keys.size() + call))
            .boxed()
            .toList();
    Built built =
        calls.isEmpty() && !keys.isEmpty()
            ? distinct(aggregate, keys, moving)
            : aggregated(aggregate, keys, calls, moving);
    return builder.filtered(built, staying);
  }

  private Built distinct(Aggregate aggregate, List<Integer> keys, List<Expr> predicates) {
    Built input = builder.build(aggregate.getInput(), aggregate.getGroupSet(), predicates);
    PlanNode rows = builder.arranged(input, keys);
    PlanNode distinct = builder.nodes.node(new Distinct(rows.operator().outputType()), rows);
    int fieldCount = aggregate.getRowType().getFieldCount();
    return Built.of(distinct, fieldCount, ImmutableBitSet.range(keys.size()));
  }

  private Built aggregated(
      Aggregate aggregate, List<Integer> keys, List<Integer> calls, List<Expr> predicates) {
    keys.forEach(key -> columns.add(field(aggregate, key)));
    List<Written> overColumns = new ArrayList<>();
    List<Integer> computed = new ArrayList<>();
    List<Integer> constants = new ArrayList<>();
    for (int call : calls) {
      AggregateCall written = aggregate.getAggCallList().get(call);
      if (isConstant(written)) {
        constants.add(call);
      } else {
        overColumns.add(overColumns(written, aggregate));
        computed.add(call);
      }
    }
    Built input = builder.build(aggregate.getInput(), Predicates.fields(columns), predicates);
    PlanNode rows =
        builder.nodes.map(input.node(), columns.stream().map(c -> builder.bind(c, input)).toList());
    PlanNode node = builder.nodes.node(operator(rows, keys.size(), overColumns), rows);
    List<Integer> fields = new ArrayList<>(IntStream.range(0, keys.size()).boxed().toList());
    computed.forEach(call -> fields.add(keys.size() + call));
    if (!constants.isEmpty()) {
      node = withConstants(node, aggregate, constants);
      constants.forEach(call -> fields.add(keys.size() + call));
    }
    return Built.of(node, aggregate.getRowType().getFieldCount(), fields);
  }

  private static Operator operator(PlanNode rows, int keyCount, List<Written> written) {
    RowType type = rows.operator().outputType();
    List<io.millrace.engine.expr.AggregateCall> calls =
        written.stream().map(w -> RexAggregates.of(w.call(), type, w.separator())).toList();
    if (keyCount == 0) {
      return new ScalarAggregate(type, calls);
    }
    List<Integer> keys = IntStream.range(0, keyCount).boxed().toList();
    return new io.millrace.engine.operator.Aggregate(type, keys, calls);
  }

  private Expr field(Aggregate aggregate, int field) {
    return Exprs.column(
        field,
        builder.expressions.type(
            aggregate.getInput().getRowType().getFieldList().get(field).getType()));
  }

  /**
   * A call over the columns.
   *
   * @param separator of a list if it is constant, else it is an argument
   */
  private record Written(AggregateCall call, @Nullable String separator) {}

  /** The call with its arguments and its order among the columns, filter folded in. */
  private Written overColumns(AggregateCall call, Aggregate aggregate) {
    String separator = separator(call, aggregate);
    List<Expr> arguments = new ArrayList<>();
    for (int argument : call.getArgList()) {
      if (separator == null || arguments.isEmpty()) {
        arguments.add(field(aggregate, argument));
      }
    }
    List<AggregateArguments.Key> order = new ArrayList<>();
    for (RelFieldCollation key : call.collation.getFieldCollations()) {
      order.add(new AggregateArguments.Key(field(aggregate, key.getFieldIndex()), key));
    }
    Expr filter = call.hasFilter() ? field(aggregate, call.filterArg) : null;
    return new Written(
        new AggregateArguments(this::column, filter).call(call, arguments, order), separator);
  }

  /** The separator of a list if it is constant: it is not kept with every value then. */
  private @Nullable String separator(AggregateCall call, Aggregate aggregate) {
    if (call.getArgList().size() == 2
        && RexAggregates.isList(call.getAggregation())
        && aggregate.getInput() instanceof Project project) {
      RexNode separator = project.getProjects().get(call.getArgList().get(1));
      return Exprs.fold(builder.expressions.of(separator)) instanceof Literal constant
          ? Objects.requireNonNullElse((String) constant.value(), "")
          : null;
    }
    return null;
  }

  private int column(Expr expression) {
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    return columns.size() - 1;
  }

  /** LITERAL_AGG, and what tells grouping sets apart: here there is one, with all columns. */
  private static boolean isConstant(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case LITERAL_AGG, GROUPING, GROUPING_ID, GROUP_ID -> true;
      default -> false;
    };
  }

  private Expr constant(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.LITERAL_AGG
        ? builder.expressions.of(call.rexList.get(0))
        : Exprs.literal(0L, builder.expressions.type(call.getType()));
  }

  /** Constant calls are the same whatever the rows are. */
  private PlanNode withConstants(PlanNode node, Aggregate aggregate, List<Integer> constants) {
    RowType type = node.operator().outputType();
    List<Expr> all = new ArrayList<>();
    for (int column = 0; column < type.size(); column++) {
      all.add(Exprs.column(column, type.column(column)));
    }
    for (int call : constants) {
      all.add(constant(aggregate.getAggCallList().get(call)));
    }
    return builder.nodes.map(node, all);
  }
}
