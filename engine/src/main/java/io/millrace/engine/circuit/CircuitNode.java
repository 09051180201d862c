package io.millrace.engine.circuit;

import java.util.List;

/**
 * One operator of a circuit and the nodes that feed it.
 *
 * @param id its place in the circuit, greater than those of its inputs
 */
public record CircuitNode(int id, Operator operator, List<Integer> inputs) {
  public CircuitNode {
    inputs = List.copyOf(inputs);
  }
}
