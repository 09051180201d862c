package io.millrace.engine.plan;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Each row of the input with the elements of its arrays, one place at a time: the fields of the
 * input, those of the elements of each array, the place. What it does is described in {@link
 * io.millrace.engine.operator.Unnest}.
 */
final class UnnestRel extends SingleRel {
  private final List<RexNode> arrays;
  private final boolean outer;
  private final @Nullable RexNode condition;

  /**
   * @param arrays over the fields of the input
   * @param condition over the fields of this node, of an outer one alone; else null
   */
  UnnestRel(RelNode input, List<RexNode> arrays, boolean outer, @Nullable RexNode condition) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.arrays = List.copyOf(arrays);
    this.outer = outer;
    this.condition = condition;
  }

  List<RexNode> arrays() {
    return arrays;
  }

  boolean isOuter() {
    return outer;
  }

  @Nullable RexNode condition() {
    return condition;
  }

  /** The field that has the place. */
  int ordinality() {
    return getRowType().getFieldCount() - 1;
  }

  /** The types that the elements of an array become fields of. */
  static List<RelDataType> elementTypes(RelDataType array) {
    RelDataType element = array.getComponentType();
    if (element == null) {
      throw new AssertionError("UNNEST of " + array);
    }
    return element.isStruct()
        ? element.getFieldList().stream().map(RelDataTypeField::getType).toList()
        : List.of(element);
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    RelDataTypeFactory.Builder fields = types.builder();
    fields.addAll(getInput().getRowType().getFieldList());
    for (RexNode array : arrays) {
      for (RelDataType type : elementTypes(array.getType())) {
        fields.add("element", types.createTypeWithNullability(type, true));
      }
    }
    RelDataType place = types.createSqlType(SqlTypeName.INTEGER);
    fields.add("place", types.createTypeWithNullability(place, outer));
    return fields.uniquify().build();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new UnnestRel(inputs.get(0), arrays, outer, condition);
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    List<RexNode> newArrays = shuttle.apply(arrays);
    RexNode newCondition = condition == null ? null : shuttle.apply(condition);
    return newArrays.equals(arrays) && Objects.equals(newCondition, condition)
        ? this
        : new UnnestRel(getInput(), newArrays, outer, newCondition);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("arrays", arrays)
        .item("outer", outer)
        .itemIf("condition", condition, condition != null);
  }
}
