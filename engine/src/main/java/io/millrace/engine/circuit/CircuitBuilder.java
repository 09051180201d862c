package io.millrace.engine.circuit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a circuit node by node, inputs first. An operator that equals an earlier one, by its
 * stored form, over the same inputs is that node again. One thread at a time.
 */
public final class CircuitBuilder {
  private record NodeKey(ByteBuffer operator, List<Integer> inputs) {}

  private final List<CircuitNode> nodes = new ArrayList<>();
  private final Map<NodeKey, Integer> known = new HashMap<>();

  /** Adds an operator over nodes that were added before, and returns its node. */
  public int add(Operator operator, int... inputs) {
    for (int input : inputs) {
      if (input < 0 || input >= nodes.size()) {
        throw new AssertionError("input " + input + " of " + operator.name() + " must be a node");
      }
    }
    CircuitWriter out = new CircuitWriter();
    operator.write(out);
    List<Integer> inputList = Arrays.stream(inputs).boxed().toList();
    NodeKey key = new NodeKey(ByteBuffer.wrap(out.toBytes()), inputList);
    return known.computeIfAbsent(
        key,
        k -> {
          nodes.add(new CircuitNode(nodes.size(), operator, inputList));
          return nodes.size() - 1;
        });
  }

  /**
   * The circuit that puts out what {@code sink} does, of the nodes that it needs.
   *
   * @param servedKeys what relations have arranged already
   */
  public Circuit build(int sink, ServedKeys servedKeys) {
    boolean[] needed = needed(sink);
    int[] places = new int[nodes.size()];
    List<CircuitNode> kept = new ArrayList<>();
    for (CircuitNode node : nodes) {
      if (needed[node.id()]) {
        places[node.id()] = kept.size();
        List<Integer> inputs = node.inputs().stream().map(input -> places[input]).toList();
        kept.add(new CircuitNode(kept.size(), node.operator(), inputs));
      }
    }
    return new Circuit(
        kept, places[sink], (node, key) -> servedKeys.serves((Source) node.operator(), key));
  }

  private boolean[] needed(int sink) {
    boolean[] needed = new boolean[nodes.size()];
    needed[sink] = true;
    for (int id = sink; id >= 0; id--) {
      if (needed[id]) {
        nodes.get(id).inputs().forEach(input -> needed[input] = true);
      }
    }
    return needed;
  }
}
