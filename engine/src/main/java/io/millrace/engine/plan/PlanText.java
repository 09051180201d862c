package io.millrace.engine.plan;

import java.util.IdentityHashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A plan as EXPLAIN shows it: an operator a line, inputs indented below it. A node that is used
 * again is shown once and then only named. Stateless.
 */
public final class PlanText {
  private PlanText() {}

  /** Says what a node does, given the node above it. */
  @FunctionalInterface
  public interface Describer {
    String describe(PlanNode node, @Nullable PlanNode above);
  }

  /** The plan of a query, its order and limit first. */
  public static String of(QueryPlan plan) {
    return of(plan, (node, above) -> node.operator().describe());
  }

  /** The same with descriptions of one's own. */
  public static String of(QueryPlan plan, Describer describer) {
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
    append(plan.root(), null, indent, describer, new IdentityHashMap<>(), text);
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
    Describer describer = (node, above) -> node.operator().describe();
    append(root, null, "", describer, new IdentityHashMap<>(), text);
    return text.toString();
  }

  private static void append(
      PlanNode node,
      @Nullable PlanNode above,
      String indent,
      Describer describer,
      IdentityHashMap<PlanNode, Integer> shown,
      StringBuilder text) {
    text.append(indent).append(node.operator().name());
    Integer number = shown.get(node);
    if (number != null) {
      text.append(String.format(Locale.ROOT, " as in line %d%n", number));
      return;
    }
    String description = describer.describe(node, above);
    text.append(description.isEmpty() ? "" : " " + description).append('\n');
    shown.put(node, (int) text.chars().filter(c -> c == '\n').count());
    node.inputs().forEach(input -> append(input, node, indent + "  ", describer, shown, text));
  }
}
