package io.millrace.engine.view;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.List;

/** Evaluates a circuit's Q over whole relations: what its view must hold. */
public final class CircuitEvaluation {
  private CircuitEvaluation() {}

  /** A walk over the rows that the circuit's query yields for a context's relations. */
  public static Cursor open(Circuit circuit, EvaluateContext context) {
    return input(circuit, circuit.sink(), context).open();
  }

  private static Input input(Circuit circuit, int nodeId, EvaluateContext context) {
    CircuitNode node = circuit.nodes().get(nodeId);
    List<Input> inputs = new ArrayList<>();
    for (int input : node.inputs()) {
      inputs.add(input(circuit, input, context));
    }
    return () -> node.operator().evaluate(context, inputs);
  }
}
