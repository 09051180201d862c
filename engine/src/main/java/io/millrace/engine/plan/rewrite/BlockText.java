package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Expr;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The canonical text of a block: what its rows are, and a name for each value that can be computed
 * from them. Blocks with equal texts are equal; the other way round is not promised, where a
 * relation occurs twice.
 */
final class BlockText {
  private final Block block;

  /** The leaves in an order of their own. */
  private final List<Integer> order;

  BlockText(Block block) {
    this.block = block;
    this.order =
        IntStream.range(0, block.leaves().size())
            .boxed()
            .sorted(Comparator.comparing(i -> block.leaves().get(i).core()))
            .toList();
  }

  /** The leaves alone. */
  String leaves() {
    return Digest.call("join", order.stream().map(i -> block.leaves().get(i).core()).toList());
  }

  /** The rows: leaves, predicates and grouping. */
  String rows() {
    List<String> predicates =
        block.predicates().stream().map(this::joined).distinct().sorted().toList();
    String join = leaves() + Digest.call("where", predicates);
    Group group = block.group();
    if (group == null) {
      return join;
    }
    List<String> keys = group.keys().stream().map(this::joined).distinct().sorted().toList();
    List<String> having = group.having().stream().map(this::name).distinct().sorted().toList();
    return join
        + Digest.call(group.scalar() ? "whole" : "group", keys)
        + Digest.call("having", having);
  }

  /** The rows with the values of the outputs in order. */
  String exact() {
    return rows() + Digest.call("select", names());
  }

  /** The names of the outputs. */
  List<String> names() {
    return block.outputs().stream().map(this::name).toList();
  }

  /** The name of a value above the grouping, or of the join if there is none. */
  String name(Expr expr) {
    Group group = block.group();
    return group == null ? joined(expr) : Digest.of(expr, index -> groupColumn(group, index));
  }

  private String groupColumn(Group group, int index) {
    return index < group.keys().size()
        ? key(group.keys().get(index))
        : group.calls().get(index - group.keys().size()).digest(this::joined);
  }

  /** The name of a key of the grouping, above it. */
  String key(Expr key) {
    return "key " + joined(key);
  }

  /** The name of a value over the leaves' columns. */
  String joined(Expr expr) {
    return Digest.of(expr, this::column);
  }

  /** The name of a leaf's column by its number. */
  String column(int number) {
    Columns.Key key = block.columns().key(number);
    return column(key.leaf(), key.name());
  }

  /** The name of a leaf's column. */
  String column(int leaf, String name) {
    return "[" + order.indexOf(leaf) + "." + name + "]";
  }

  static List<String> prefixed(String prefix, List<String> names) {
    List<String> all = new ArrayList<>();
    names.forEach(name -> all.add(prefix + name));
    return all;
  }
}
