package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A circuit for people and tools: what EXPLAIN CIRCUIT shows. Stateless.
 *
 * <p>Text has one line per node from the sink down, then one per trace that the node's operator
 * reads; a node that is used again is named, not repeated.
 */
public final class CircuitText {
  /** What is known beyond the circuit itself. */
  public interface Notes {
    /** The name of a relation. */
    String relation(int id);

    /** What a slot holds, such as {@code 12 entries}; empty if that is not known. */
    String contents(TraceSlot slot);

    /** Why the circuit's view is suspended; empty if it is kept. */
    String suspension();

    /** Notes of a circuit that runs nowhere. */
    Notes NONE =
        new Notes() {
          @Override
          public String relation(int id) {
            return "relation " + id;
          }

          @Override
          public String contents(TraceSlot slot) {
            return "";
          }

          @Override
          public String suspension() {
            return "";
          }
        };
  }

  private CircuitText() {}

  /** The circuit as indented text. */
  public static String text(Circuit circuit, Notes notes) {
    StringBuilder text = new StringBuilder();
    if (!notes.suspension().isEmpty()) {
      text.append(suspended(notes)).append('\n');
    }
    appendTree(circuit, notes, circuit.sink(), 0, new boolean[circuit.nodes().size()], text);
    return text.toString();
  }

  private static String suspended(Notes notes) {
    return "Suspended: " + notes.suspension();
  }

  private static void appendTree(
      Circuit circuit, Notes notes, int id, int depth, boolean[] shown, StringBuilder text) {
    CircuitNode node = circuit.nodes().get(id);
    String indent = "  ".repeat(depth);
    text.append(indent).append('#').append(id).append(' ').append(title(node.operator()));
    if (shown[id]) {
      text.append(" (see above)\n");
      return;
    }
    shown[id] = true;
    text.append('\n');
    for (String trace : traces(circuit, notes, node)) {
      text.append(indent).append("    ").append(trace).append('\n');
    }
    for (int input : node.inputs()) {
      appendTree(circuit, notes, input, depth + 1, shown, text);
    }
  }

  private static String title(Operator operator) {
    String what = operator.describe();
    String title = what.isEmpty() ? operator.name() : operator.name() + " " + what;
    return operator.isRecomputed() ? title + " [recomputed]" : title;
  }

  private static List<String> traces(Circuit circuit, Notes notes, CircuitNode node) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < circuit.traces().traces(node.id()); i++) {
      int place = circuit.traces().place(node.id(), i);
      if (place < 0) {
        ServedKey served = circuit.served().get(-1 - place);
        lines.add(
            String.format(
                Locale.ROOT,
                "arrangement of #%d by (%s), served by %s",
                served.node(),
                columns(served.key()),
                notes.relation(served.relationId())));
      } else {
        TraceSlot slot = circuit.slots().get(place);
        String contents = notes.contents(slot);
        lines.add(slot(slot) + (contents.isEmpty() ? "" : ", " + contents));
      }
    }
    return lines;
  }

  private static String slot(TraceSlot slot) {
    KeyFormat key = slot.key();
    String by = key == null ? "" : " by (" + columns(key) + ")";
    return String.format(
        Locale.ROOT,
        "%s of #%d%s, slot %d",
        slot.kind().name().toLowerCase(Locale.ROOT),
        slot.node(),
        by,
        slot.id());
  }

  /** The columns of a key, by position. */
  public static String columns(KeyFormat key) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      String direction = key.isDescending(i) ? " DESC" : "";
      boolean usual = key.isNullsFirst(i) == key.isDescending(i);
      String nulls = usual ? "" : key.isNullsFirst(i) ? " NULLS FIRST" : " NULLS LAST";
      columns.add("$" + key.column(i) + direction + nulls);
    }
    return String.join(", ", columns);
  }

  /** The circuit in the DOT language of Graphviz: edges go the way that rows do. */
  public static String dot(Circuit circuit, Notes notes) {
    StringBuilder dot =
        new StringBuilder("digraph circuit {\n  rankdir=BT;\n  node [shape=box];\n");
    if (!notes.suspension().isEmpty()) {
      dot.append("  label=").append(quote(suspended(notes))).append(";\n");
    }
    for (CircuitNode node : circuit.nodes()) {
      List<String> label = new ArrayList<>();
      label.add("#" + node.id() + " " + title(node.operator()));
      label.addAll(traces(circuit, notes, node));
      dot.append("  n").append(node.id()).append(" [label=");
      dot.append(quote(String.join("\n", label))).append("];\n");
      for (int input : node.inputs()) {
        dot.append("  n").append(input).append(" -> n").append(node.id()).append(";\n");
      }
    }
    return dot.append("}\n").toString();
  }

  /**
   * The circuit as one JSON object: whether its view is current or suspended, and why, the number
   * of the sink, and an array of nodes.
   */
  public static String json(Circuit circuit, Notes notes) {
    List<String> nodes = new ArrayList<>();
    for (CircuitNode node : circuit.nodes()) {
      nodes.add(json(circuit, notes, node));
    }
    boolean suspended = !notes.suspension().isEmpty();
    return "{\"status\":"
        + quote(suspended ? "suspended" : "current")
        + (suspended ? ",\"reason\":" + quote(notes.suspension()) : "")
        + ",\"sink\":"
        + circuit.sink()
        + ",\"nodes\":["
        + String.join(",", nodes)
        + "]}";
  }

  private static String json(Circuit circuit, Notes notes, CircuitNode node) {
    Operator operator = node.operator();
    List<String> inputs = node.inputs().stream().map(String::valueOf).toList();
    List<String> traces = traces(circuit, notes, node).stream().map(CircuitText::quote).toList();
    return "{\"id\":"
        + node.id()
        + ",\"operator\":"
        + quote(operator.name())
        + ",\"description\":"
        + quote(operator.describe())
        + ",\"class\":"
        + quote(operator.linearity().name().toLowerCase(Locale.ROOT))
        + ",\"recomputed\":"
        + operator.isRecomputed()
        + ",\"columns\":"
        + types(operator.outputType())
        + ",\"inputs\":["
        + String.join(",", inputs)
        + "],\"traces\":["
        + String.join(",", traces)
        + "]}";
  }

  private static String types(RowType rowType) {
    List<String> types =
        rowType.columns().stream().map(column -> quote(column.toString())).toList();
    return "[" + String.join(",", types) + "]";
  }

  /** A string literal that JSON and DOT both read. */
  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c == '\n') {
        quoted.append("\\n");
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
