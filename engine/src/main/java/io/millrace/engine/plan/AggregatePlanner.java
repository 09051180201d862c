package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A node of GROUP BY or DISTINCT. FILTER becomes a CASE in the argument, whose NULL does not count.
 */
final class AggregatePlanner implements GroupPlanner.Calls {
  private final PlanBuilder builder;
  private final Aggregate aggregate;

  AggregatePlanner(PlanBuilder builder, Aggregate aggregate) {
    this.builder = builder;
    this.aggregate = aggregate;
  }

  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      throw Unsupported.error("GROUPING SETS of this kind", "Use UNION ALL.");
    }
    List<Expr> keys = new ArrayList<>();
    aggregate.getGroupSet().forEach(key -> keys.add(field(key)));
    return new GroupPlanner(builder, builder.input(aggregate.getInput()), keys, this)
        .build(needed, predicates);
  }

  @Override
  public int count() {
    return aggregate.getAggCallList().size();
  }

  private Expr field(int field) {
    return Exprs.column(
        field,
        builder.expressions.type(
            aggregate.getInput().getRowType().getFieldList().get(field).getType()));
  }

  /** The call with its arguments and its order among the columns, filter folded in. */
  @Override
  public Function<RowType, io.millrace.engine.expr.AggregateCall> over(
      int index, ToIntFunction<Expr> columns) {
    AggregateCall call = aggregate.getAggCallList().get(index);
    String separator = separator(call);
    List<Expr> arguments = new ArrayList<>();
    for (int argument : call.getArgList()) {
      if (separator == null || arguments.isEmpty()) {
        arguments.add(field(argument));
      }
    }
    List<AggregateArguments.Key> order = new ArrayList<>();
    for (RelFieldCollation key : call.collation.getFieldCollations()) {
      order.add(new AggregateArguments.Key(field(key.getFieldIndex()), key));
    }
    Expr filter = call.hasFilter() ? field(call.filterArg) : null;
    AggregateCall written = new AggregateArguments(columns, filter).call(call, arguments, order);
    return rows -> RexAggregates.of(written, rows, separator);
  }

  /** The separator of a list if it is constant: it is not kept with every value then. */
  private @Nullable String separator(AggregateCall call) {
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

  /** Of LITERAL_AGG, and of what tells grouping sets apart: here there is one, of all columns. */
  @Override
  public @Nullable Expr constant(int index) {
    AggregateCall call = aggregate.getAggCallList().get(index);
    return switch (call.getAggregation().getKind()) {
      case LITERAL_AGG -> builder.expressions.of(call.rexList.get(0));
      case GROUPING, GROUPING_ID, GROUP_ID ->
          Exprs.literal(0L, builder.expressions.type(call.getType()));
      default -> null;
    };
  }
}
