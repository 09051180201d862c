package io.millrace.engine.plan;

import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A plan as EXPLAIN shows it: an operator a line, inputs indented below it. A node that is used
 * again is shown once and then only named. Stateless.
 */
public final class PlanText {
  private PlanText() {}

  /** The plan of a query, its order and limit first. */
  public static String of(QueryPlan plan) {
    StringBuilder text = new StringBuilder();
    String indent = "";
    if (plan.offset() != null || plan.fetch() != null) {
      text.append("Limit");
      text.append(plan.fetch() == null ? "" : " " + plan.fetch());
      text.append(plan.offset() == null ? "" : " offset " + plan.offset()).append('\n');
      indent += "  ";
    }
    if (!plan.order().isEmpty()) {
      text.append(indent).append("Sort by ");
      String separator = "";
      for (QueryPlan.SortKey key : plan.order()) {
        text.append(separator).append(text(key));
        separator = ", ";
      }
      text.append('\n');
      indent += "  ";
    }
    append(plan.root(), indent, new IdentityHashMap<>(), text);
    return text.toString();
  }

  private static String text(QueryPlan.SortKey key) {
    String direction = key.descending() ? " DESC" : "";
    if (key.nullsFirst() == key.descending()) {
      return "$" + key.column() + direction;
    }
    return "$" + key.column() + direction + (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
  }

  /** The operators below a node. */
  public static String of(PlanNode root) {
    StringBuilder text = new StringBuilder();
    append(root, "", new IdentityHashMap<>(), text);
    return text.toString();
  }

  private static void append(
      PlanNode node, String indent, Map<PlanNode, Integer> shown, StringBuilder text) {
    text.append(indent).append(node.operator().name());
    Integer number = shown.get(node);
    if (number != null) {
      text.append(String.format(Locale.ROOT, " as in line %d%n", number));
      return;
    }
    String description = node.operator().describe();
    text.append(description.isEmpty() ? "" : " " + description).append('\n');
    shown.put(node, (int) text.chars().filter(c -> c == '\n').count());
    node.inputs().forEach(input -> append(input, indent + "  ", shown, text));
  }
}
