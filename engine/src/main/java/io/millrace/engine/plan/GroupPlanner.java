package io.millrace.engine.plan;

import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Aggregate;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY and DISTINCT. A predicate that reads group keys alone goes below; the aggregates that
 * nobody reads are not computed. The fields are the keys and then the calls. One object plans one.
 */
final class GroupPlanner {
  /** The aggregate calls. */
  interface Calls {
    /** Of DISTINCT. */
    Calls NONE =
        new Calls() {
          @Override
          public int count() {
            return 0;
          }

          @Override
          public @Nullable Expr constant(int call) {
            throw new AssertionError("there is no call " + call);
          }

          @Override
          public Function<RowType, AggregateCall> over(int call, ToIntFunction<Expr> columns) {
            throw new AssertionError("there is no call " + call);
          }
        };

    int count();

    /** The value of a call that is the same whatever the rows are, or null. */
    @Nullable Expr constant(int call);

    /**
     * A call, given the type of the rows that the operator sees.
     *
     * @param columns the column of these rows that has an expression over the input's fields
     */
    Function<RowType, AggregateCall> over(int call, ToIntFunction<Expr> columns);
  }

  private final PlanBuilder builder;
  private final PlanInput input;
  private final List<Expr> keys;
  private final Calls calls;
  private final List<Expr> staying = new ArrayList<>();

  /** The columns that the operator sees, over the input's fields: keys, then arguments. */
  private final List<Expr> columns = new ArrayList<>();

  /**
   * @param keys columns over the input's fields
   */
  GroupPlanner(PlanBuilder builder, PlanInput input, List<Expr> keys, Calls calls) {
    this.builder = builder;
    this.input = input;
    this.keys = keys;
    this.calls = calls;
  }

  private int keyField(int key) {
    return ((ColumnRef) keys.get(key)).index();
  }

  int fieldCount() {
    return keys.size() + calls.count();
  }

  /** As {@link PlanInput#build}. */
  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    List<Expr> moving = new ArrayList<>();
    for (Expr predicate : predicates) {
      ImmutableBitSet fields = Predicates.fields(predicate);
      // A predicate over no field stays: without groups there is a row even over no rows.
      if (!keys.isEmpty() && fields.nextSetBit(keys.size()) < 0) {
        moving.add(Exprs.mapColumns(predicate, this::keyField));
      } else {
        staying.add(predicate);
      }
    }
    ImmutableBitSet emitted = needed.union(Predicates.fields(staying));
    List<Integer> read =
        IntStream.range(0, calls.count())
            .filter(call -> emitted.get(keys.size() + call))
            .boxed()
            .toList();
    Built built = read.isEmpty() && !keys.isEmpty() ? distinct(moving) : aggregated(read, moving);
    return builder.filtered(built, staying);
  }

  private Built distinct(List<Expr> predicates) {
    List<Integer> fields = IntStream.range(0, keys.size()).map(this::keyField).boxed().toList();
    Built below = input.build(ImmutableBitSet.of(fields), predicates);
    PlanNode rows = builder.arranged(below, fields);
    PlanNode distinct = builder.nodes.node(new Distinct(rows.operator().outputType()), rows);
    return Built.of(distinct, fieldCount(), ImmutableBitSet.range(keys.size()));
  }

  private Built aggregated(List<Integer> read, List<Expr> predicates) {
    columns.addAll(keys);
    List<Function<RowType, AggregateCall>> computed = new ArrayList<>();
    List<Expr> constants = new ArrayList<>();
    List<Integer> fields = new ArrayList<>(IntStream.range(0, keys.size()).boxed().toList());
    List<Integer> constantFields = new ArrayList<>();
    for (int call : read) {
      Expr constant = calls.constant(call);
      if (constant == null) {
        computed.add(calls.over(call, this::column));
        fields.add(keys.size() + call);
      } else {
        constants.add(constant);
        constantFields.add(keys.size() + call);
      }
    }
    Built below = input.build(Predicates.fields(columns), predicates);
    PlanNode rows =
        builder.nodes.map(below.node(), columns.stream().map(c -> builder.bind(c, below)).toList());
    PlanNode node = builder.nodes.node(operator(rows, computed), rows);
    fields.addAll(constantFields);
    return Built.of(withConstants(node, constants), fieldCount(), fields);
  }

  private Operator operator(PlanNode rows, List<Function<RowType, AggregateCall>> computed) {
    RowType type = rows.operator().outputType();
    List<AggregateCall> made = computed.stream().map(call -> call.apply(type)).toList();
    if (keys.isEmpty()) {
      return new ScalarAggregate(type, made);
    }
    return new Aggregate(type, IntStream.range(0, keys.size()).boxed().toList(), made);
  }

  private int column(Expr expression) {
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    return columns.size() - 1;
  }

  private PlanNode withConstants(PlanNode node, List<Expr> constants) {
    if (constants.isEmpty()) {
      return node;
    }
    RowType type = node.operator().outputType();
    List<Expr> all = new ArrayList<>();
    for (int column = 0; column < type.size(); column++) {
      all.add(Exprs.column(column, type.column(column)));
    }
    all.addAll(constants);
    return builder.nodes.map(node, all);
  }
}
