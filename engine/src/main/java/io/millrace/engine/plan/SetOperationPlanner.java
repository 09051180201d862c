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
  private final SqlKind kind;
  private final boolean all;
  private final List<PlanInput> inputs;
  private final List<ColumnType> declared;

  /**
   * @param kind UNION, INTERSECT or EXCEPT
   * @param inputs of a UNION any number, else those that the others are taken from or met with
   *     first
   * @param declared the types of the fields, nullable or not
   */
  SetOperationPlanner(
      PlanBuilder builder,
      SqlKind kind,
      boolean all,
      List<PlanInput> inputs,
      List<ColumnType> declared) {
    this.builder = builder;
    this.kind = kind;
    this.all = all;
    this.inputs = inputs;
    this.declared = declared;
  }

  static Built build(
      PlanBuilder builder, SetOp setOp, ImmutableBitSet needed, List<Expr> predicates) {
    if (setOp.getInputs().size() == 1 && setOp.all) {
      return builder.build(setOp.getInput(0), needed, predicates);
    }
    List<RelNode> rels = setOp.kind == SqlKind.UNION ? flat(setOp) : setOp.getInputs();
    List<ColumnType> types = new ArrayList<>();
    setOp
        .getRowType()
        .getFieldList()
        .forEach(f -> types.add(builder.expressions.type(f.getType())));
    List<PlanInput> inputs = rels.stream().map(builder::input).toList();
    return new SetOperationPlanner(builder, setOp.kind, setOp.all, inputs, types)
        .build(needed, predicates);
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

  /** As {@link PlanInput#build}. */
  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    int fieldCount = declared.size();
    // Rows that differ in a field that nobody reads are different rows to all but UNION ALL.
    boolean bag = kind == SqlKind.UNION && all;
    ImmutableBitSet fields = bag ? needed : ImmutableBitSet.range(fieldCount);
    List<Built> built = inputs.stream().map(input -> input.build(fields, predicates)).toList();
    RowType type = commonType(fields, built);
    List<PlanNode> arranged = new ArrayList<>();
    built.forEach(input -> arranged.add(builder.arranged(input, fields.asList(), type)));
    return Built.of(operation(type, arranged), fieldCount, fields);
  }

  private PlanNode operation(RowType type, List<PlanNode> rows) {
    SetOperation.Kind difference =
        switch (kind) {
          case INTERSECT -> all ? SetOperation.Kind.INTERSECT_ALL : SetOperation.Kind.INTERSECT;
          case EXCEPT -> all ? SetOperation.Kind.EXCEPT_ALL : SetOperation.Kind.EXCEPT;
          default -> null;
        };
    if (difference != null) {
      return builder.nodes.node(new SetOperation(difference, rows.size(), type), rows);
    }
    PlanNode union = rows.size() == 1 ? rows.get(0) : builder.nodes.node(new Union(type), rows);
    return all ? union : builder.nodes.node(new Distinct(type), union);
  }

  /** The declared types, nullable where any input is. */
  private RowType commonType(ImmutableBitSet fields, List<Built> built) {
    List<ColumnType> types = new ArrayList<>();
    for (int field : fields) {
      boolean nullable = built.stream().anyMatch(input -> input.typeOf(field).nullable());
      types.add(declared.get(field).withNullable(nullable));
    }
    return RowType.of(types);
  }
}
