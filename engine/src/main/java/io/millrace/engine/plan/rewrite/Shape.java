package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Aggregate;
import io.millrace.engine.operator.AntiJoin;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.JoinKey;
import io.millrace.engine.operator.LeftMarkJoin;
import io.millrace.engine.operator.OuterJoin;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.operator.SemiJoin;
import io.millrace.engine.operator.SetOperation;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.operator.Union;
import io.millrace.engine.operator.Window;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A plan whose root is no select-join, as a leaf of a block. Immutable.
 *
 * <p>Joins that keep a side whole let the predicates of that side stand apart: {@code σ(L) ⟕ R =
 * σ(L ⟕ R)}, and so for semi-, anti- and mark joins. Of operators that look at all columns of their
 * rows, or order them, the whole plan is the core.
 *
 * @param core equal cores have the same rows but for the predicates that stand apart
 * @param names the columns' names
 * @param predicates what the plan applies besides the core
 */
record Shape(String core, List<String> names, List<Hoisted> predicates) {
  /**
   * A predicate that stands apart.
   *
   * @param columns the name, as a column of the leaf, of each column that the predicate reads
   */
  record Hoisted(Expr predicate, IntFunction<String> columns) {}

  static Shape of(PlanNode node, Catalog catalog) {
    Operator operator = node.operator();
    if (operator instanceof OuterJoin join) {
      return outer(join, node.inputs(), catalog);
    }
    if (operator instanceof SemiJoin join) {
      return partnered("semi", join.keys(), join.condition(), node, catalog);
    }
    if (operator instanceof AntiJoin join) {
      return partnered("anti", join.keys(), join.condition(), node, catalog);
    }
    if (operator instanceof LeftMarkJoin join) {
      return mark(join, node, catalog);
    }
    if (operator instanceof Union) {
      return union(node.inputs(), catalog);
    }
    if (operator instanceof Aggregate
        || operator instanceof ScalarAggregate
        || operator instanceof Distinct) {
      return grouped(BlockReader.read(node, catalog));
    }
    if (operator instanceof Window window) {
      return whole(node, Set.copyOf(window.partition()), catalog);
    }
    if (operator instanceof TopK) {
      TopRows rows = TopRows.of(node, catalog);
      List<String> names = rows.names();
      return new Shape(rows.core(), names, hoisted(rows.apart(), names::get));
    }
    return whole(node, Set.of(), catalog);
  }

  /** A grouping; what keeps whole groups, by keys that come out, stands apart. */
  private static Shape grouped(Block block) {
    BlockText text = new BlockText(block);
    Group group = block.group();
    if (group == null || group.scalar()) {
      return new Shape(text.rows(), text.names(), List.of());
    }
    List<Expr> outputs = block.outputs();
    List<Expr> keys =
        outputs.stream()
            .map(o -> isOfKeys(o, group) ? Exprs.substitute(o, group.keys()) : o)
            .toList();
    Split split = Split.of(block, keys, position -> isOfKeys(outputs.get(position), group));
    List<String> names = text.names();
    return new Shape(new BlockText(split.rest()).rows(), names, hoisted(split.apart(), names::get));
  }

  /** Whether an output is the same for all rows of a group without looking at calls. */
  private static boolean isOfKeys(Expr output, Group group) {
    return Exprs.columns(output).stream().allMatch(column -> column < group.keys().size());
  }

  private static List<Hoisted> hoisted(List<Expr> predicates, IntFunction<String> names) {
    return predicates.stream().map(predicate -> new Hoisted(predicate, names)).toList();
  }

  /**
   * The operator as it is stored, over inputs that are equal column by column.
   *
   * @param parts columns of its only input that tell its groups apart: what reads nothing else of
   *     the input keeps groups whole, and stands apart
   */
  private static Shape whole(PlanNode node, Set<Integer> parts, Catalog catalog) {
    CircuitWriter out = new CircuitWriter();
    node.operator().write(out);
    List<String> texts = new ArrayList<>();
    List<Expr> apart = List.of();
    for (PlanNode input : node.inputs()) {
      Block block = BlockReader.read(input, catalog);
      if (!parts.isEmpty() && block.group() == null) {
        Split split = Split.of(block, block.outputs(), parts::contains);
        apart = split.apart();
        block = split.rest();
      }
      texts.add(new BlockText(block).exact());
    }
    if (node.operator() instanceof SetOperation operation && operation.isSymmetric()) {
      Collections.sort(texts);
    }
    texts.add(0, HexFormat.of().formatHex(out.toBytes()));
    List<String> names =
        IntStream.range(0, node.operator().outputType().size()).mapToObj(i -> "o" + i).toList();
    return new Shape(Digest.call(node.operator().name(), texts), names, hoisted(apart, names::get));
  }

  /** The condition of a join of two inputs, over the left and then the right columns. */
  private static List<Expr> on(List<JoinKey> keys, @Nullable Expr condition, PlanNode node) {
    return on(
        keys,
        condition,
        node.inputs().get(0).operator().outputType(),
        node.inputs().get(1).operator().outputType());
  }

  /** The condition of a join of two inputs of these types. */
  static List<Expr> on(List<JoinKey> keys, @Nullable Expr condition, RowType left, RowType right) {
    List<Expr> conjuncts = new ArrayList<>();
    for (JoinKey key : keys) {
      Expr l = Exprs.column(key.leftColumn(), left.column(key.leftColumn()));
      Expr r = Exprs.column(left.size() + key.rightColumn(), right.column(key.rightColumn()));
      conjuncts.add(
          key.nullSafe()
              ? Exprs.isDistinct(l, r, true)
              : Exprs.compare(ComparisonOperator.EQUAL, l, r));
    }
    if (condition != null) {
      conjuncts.addAll(BlockReader.conjunctsOf(condition));
    }
    return conjuncts;
  }

  /** One side of a join of two: its canonical text, and whether its predicates stand apart. */
  private static final class Side {
    final Block block;
    final BlockText text;
    final boolean apart;
    final String prefix;

    Side(PlanNode node, boolean isKept, String prefix, Catalog catalog) {
      this(BlockReader.read(node, catalog), isKept, prefix);
    }

    Side(Block block, boolean isKept, String prefix) {
      this.block = block;
      this.text = new BlockText(block);
      this.apart = isKept && block.group() == null;
      this.prefix = prefix;
    }

    String core() {
      return apart ? text.leaves() : text.rows();
    }

    List<String> names() {
      return BlockText.prefixed(prefix, text.names());
    }

    List<Hoisted> predicates() {
      List<Hoisted> hoisted = new ArrayList<>();
      if (apart) {
        block
            .predicates()
            .forEach(p -> hoisted.add(new Hoisted(p, number -> prefix + text.column(number))));
      }
      return hoisted;
    }
  }

  private static Shape outer(OuterJoin join, List<PlanNode> inputs, Catalog catalog) {
    boolean mirrored = join.kind() == OuterJoin.Kind.RIGHT;
    boolean full = join.kind() == OuterJoin.Kind.FULL;
    Side left = new Side(inputs.get(0), !mirrored && !full, mirrored ? "b" : "a", catalog);
    Side right = new Side(inputs.get(1), mirrored, mirrored ? "a" : "b", catalog);
    List<Expr> on = on(join.keys(), join.condition(), new PlanNode(join, inputs));
    String name = full ? "full" : "left";
    List<String> names = new ArrayList<>(left.names());
    names.addAll(right.names());
    Side kept = mirrored ? right : left;
    Side other = mirrored ? left : right;
    return new Shape(core(name, kept, other, on, names), names, kept.predicates());
  }

  /** A join that asks of the left rows only whether they have a partner. */
  private static Shape partnered(
      String name, List<JoinKey> keys, @Nullable Expr condition, PlanNode node, Catalog catalog) {
    Block right = BlockReader.read(node.inputs().get(1), catalog);
    List<JoinKey> plain = PresentKeys.plain(keys, right);
    Side partners = new Side(PresentKeys.withoutTests(right, plain), false, "b");
    return kept(name, on(plain, condition, node), List.of(), partners, node, catalog);
  }

  private static Shape mark(LeftMarkJoin join, PlanNode node, Catalog catalog) {
    Side right = new Side(node.inputs().get(1), false, "b", catalog);
    List<Expr> on = on(join.keys(), join.condition(), node);
    return kept("mark", on, List.of("mark"), right, node, catalog);
  }

  /** A join that passes the left rows, perhaps with more columns. */
  private static Shape kept(
      String name, List<Expr> on, List<String> more, Side right, PlanNode node, Catalog catalog) {
    Side left = new Side(node.inputs().get(0), true, "a", catalog);
    List<String> both = new ArrayList<>(left.names());
    both.addAll(right.names());
    List<String> names = new ArrayList<>(left.names());
    names.addAll(more);
    return new Shape(core(name, left, right, on, both), names, left.predicates());
  }

  private static String core(
      String name, Side kept, Side other, List<Expr> on, List<String> columns) {
    List<String> condition =
        on.stream().map(expr -> Digest.of(expr, columns::get)).distinct().sorted().toList();
    return Digest.call(name, List.of(kept.core(), other.core(), Digest.call("on", condition)));
  }

  /** The texts of a branch of a union. */
  private record Branch(String rows, List<String> names) {
    static Branch of(BlockText text) {
      return new Branch(text.rows(), text.names());
    }
  }

  /** UNION ALL; predicates that all branches have, over the same columns, stand apart. */
  private static Shape union(List<PlanNode> inputs, Catalog catalog) {
    List<Split> splits = new ArrayList<>();
    for (PlanNode input : inputs) {
      Block block = BlockReader.read(input, catalog);
      splits.add(
          block.group() == null
              ? Split.of(block, block.outputs(), position -> true)
              : Split.nothing(block));
    }
    Set<String> common = new TreeSet<>(splits.get(0).digests());
    splits.forEach(split -> common.retainAll(split.digests()));
    List<Branch> branches = new ArrayList<>();
    splits.forEach(split -> branches.add(Branch.of(new BlockText(split.keeping(common)))));
    branches.sort(Comparator.comparing(Branch::rows).thenComparing(b -> b.names().toString()));
    List<String> names = new ArrayList<>();
    int width = inputs.get(0).operator().outputType().size();
    for (int i = 0; i < width; i++) {
      int column = i;
      names.add(
          Digest.call("or", branches.stream().map(branch -> branch.names().get(column)).toList()));
    }
    return new Shape(
        Digest.call("union", branches.stream().map(Branch::rows).toList()),
        names,
        hoisted(splits.get(0).ofDigests(common), names::get));
  }
}
