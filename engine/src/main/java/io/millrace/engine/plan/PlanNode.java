package io.millrace.engine.plan;

import io.millrace.engine.circuit.Operator;
import java.util.List;

/**
 * A plan: an operator over its inputs. A node that is used twice is one object (a DAG), so that
 * queries run it and circuits build it once. Immutable.
 */
public record PlanNode(Operator operator, List<PlanNode> inputs) {
  public PlanNode {
    inputs = List.copyOf(inputs);
  }
}
