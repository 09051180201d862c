package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.SetOperation;
import io.millrace.engine.operator.Union;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/** UNION, INTERSECT and EXCEPT, with and without ALL. Predicates go into all inputs. */
final class SetOperationPlanner {
  private final PlanBuilder builder;

  SetOperationPlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(SetOp setOp, ImmutableBitSet needed, List<Expr> predicates) {
    if (setOp.getInputs().size() == 1 && setOp.all) {
      return builder.build(setOp.getInput(0), needed, predicates);
    }
    int fieldCount = setOp.getRowType().getFieldCount();
    // Rows that differ in a field that nobody reads are different rows to all but UNION ALL.
    boolean bag = setOp.kind == SqlKind.UNION && setOp.all;
    ImmutableBitSet fields = bag ? needed : ImmutableBitSet.range(fieldCount);
    List<Built> inputs = new ArrayList<>();
    for (RelNode input : bag || setOp.kind == SqlKind.UNION ? flat(setOp) : setOp.getInputs()) {
      inputs.add(builder.build(input, fields, predicates));
    }
    RowType type = commonType(setOp, fields, inputs);
    List<PlanNode> arranged = new ArrayList<>();
    inputs.forEach(input -> arranged.add(builder.arranged(input, fields.asList(), type)));
    return Built.of(operation(setOp, type, arranged), fieldCount, fields);
  }

  private PlanNode operation(SetOp setOp, RowType type, List<PlanNode> inputs) {
    SetOperation.Kind kind =
        switch (setOp.kind) {
          case INTERSECT ->
              setOp.all ? SetOperation.Kind.INTERSECT_ALL : SetOperation.Kind.INTERSECT;
          case EXCEPT -> setOp.all ? SetOperation.Kind.EXCEPT_ALL : SetOperation.Kind.EXCEPT;
          default -> null;
        };
    if (kind != null) {
      return builder.nodes.node(new SetOperation(kind, inputs.size(), type), inputs);
    }
    PlanNode union =
        inputs.size() == 1 ? inputs.get(0) : builder.nodes.node(new Union(type), inputs);
    return setOp.all ? union : builder.nodes.node(new Distinct(type), union);
  }

  /** The inputs of a union with unions among them replaced by their own, where that is the same. */
  private static List<RelNode> flat(SetOp union) {
    List<RelNode> flat = new ArrayList<>();
    for (RelNode input : union.getInputs()) {
      boolean same =
          input instanceof SetOp inner
              && inner.kind == SqlKind.UNION
              && (inner.all || !union.all)
              && inner.getRowType().equals(union.getRowType());
      flat.addAll(same ? flat((SetOp) input) : List.of(input));
    }
    return flat;
  }

  /** The declared types, nullable where any input is. */
  private RowType commonType(SetOp setOp, ImmutableBitSet fields, List<Built> inputs) {
    List<ColumnType> types = new ArrayList<>();
    for (int field : fields) {
      ColumnType declared =
          builder.expressions.type(setOp.getRowType().getFieldList().get(field).getType());
      types.add(declared.withNullable(inputs.stream().anyMatch(in -> in.typeOf(field).nullable())));
    }
    return RowType.of(types);
  }
}
