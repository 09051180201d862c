package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * What the right side of a correlate reads of the left row, as parameters of the right side.
 *
 * @param variable the correlate's variable
 * @param first the parameter that the first of the fields is
 * @param fields the left fields that are read
 * @param values these fields as references to the left side
 */
record Arguments(CorrelationId variable, int first, List<Integer> fields, List<RexNode> values) {

  /** How many fields of the left row a correlate's right side reads. */
  static int count(Correlate correlate) {
    return fields(correlate).size();
  }

  static Arguments of(Correlate correlate, int first) {
    List<Integer> fields = fields(correlate);
    List<RexNode> values = new ArrayList<>();
    fields.forEach(field -> values.add(RexInputRef.of(field, correlate.getLeft().getRowType())));
    return new Arguments(correlate.getCorrelationId(), first, fields, values);
  }

  private static List<Integer> fields(Correlate correlate) {
    TreeSet<Integer> fields = new TreeSet<>();
    RexShuttle collect =
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (CorrelatedFields.isOf(access, correlate.getCorrelationId())) {
              fields.add(access.getField().getIndex());
            }
            return super.visitFieldAccess(access);
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(collect);
        super.visit(node, ordinal, parent);
      }
    }.go(correlate.getRight());
    return List.copyOf(fields);
  }

  /** Whether a parameter is one of these arguments. */
  boolean has(int parameter) {
    return parameter >= first && parameter < first + fields.size();
  }

  /** The tree with parameters instead of the left row's fields. */
  RelNode put(RelNode right) {
    return new CorrelatedFields(
            variable,
            field -> {
              int index = fields.indexOf(field);
              return new RexDynamicParam(values.get(index).getType(), first + index);
            })
        .replace(right);
  }
}
