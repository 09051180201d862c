package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/** Cuts the largest parts out of a correlate's right side that read nothing of the left row. */
final class GivenParts {
  private final ApplyPlanner apply;
  private final Arguments arguments;

  GivenParts(ApplyPlanner apply, Arguments arguments) {
    this.apply = apply;
    this.arguments = arguments;
  }

  RelNode cut(RelNode rel) {
    if (rel instanceof Values) {
      return rel;
    }
    if (isClosed(rel)) {
      return new GivenRel(rel, apply);
    }
    List<RelNode> inputs = new ArrayList<>();
    rel.getInputs().forEach(input -> inputs.add(cut(input)));
    return inputs.isEmpty() ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  /** Whether a tree reads no argument and no variable that is set outside of it. */
  private boolean isClosed(RelNode root) {
    boolean[] reads = new boolean[1];
    Set<CorrelationId> used = new HashSet<>();
    Set<CorrelationId> set = new HashSet<>();
    RexShuttle look =
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam parameter) {
            reads[0] |= arguments.has(parameter.getIndex());
            return parameter;
          }

          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            used.add(variable.id);
            return variable;
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(look);
        if (node instanceof Correlate correlate) {
          set.add(correlate.getCorrelationId());
        }
        super.visit(node, ordinal, parent);
      }
    }.go(root);
    return !reads[0] && set.containsAll(used);
  }
}
