package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A view that might be made: a block without outputs of its own, since it gives all of its keys and
 * calls. Immutable, but that its columns may become more.
 *
 * @param keys the grouping keys, or the outputs if it does not group
 * @param calls none if it does not group
 * @param kind how it groups
 * @param having conjuncts over the keys and calls
 * @param isGeneral whether it keeps what coarser groups are computed from, and no more
 */
record ViewDraft(
    List<Leaf> leaves,
    Columns columns,
    List<Expr> predicates,
    List<Expr> keys,
    List<Group.Call> calls,
    Kind kind,
    List<Expr> having,
    boolean isGeneral) {

  /** How a draft groups its rows. */
  enum Kind {
    ROWS,
    GROUPS,
    WHOLE
  }

  ViewDraft {
    leaves = List.copyOf(leaves);
    predicates = List.copyOf(predicates);
    keys = List.copyOf(keys);
    calls = List.copyOf(calls);
    having = List.copyOf(having);
  }

  /** The block itself, with all that it groups by and computes. */
  static ViewDraft of(Block block) {
    Group group = block.group();
    if (group == null) {
      return new ViewDraft(
          block.leaves(),
          block.columns(),
          block.predicates(),
          varying(block.outputs()),
          List.of(),
          Kind.ROWS,
          List.of(),
          false);
    }
    return new ViewDraft(
        block.leaves(),
        block.columns(),
        block.predicates(),
        group.keys(),
        group.calls(),
        group.scalar() ? Kind.WHOLE : Kind.GROUPS,
        group.having(),
        false);
  }

  /** Expressions without repetition, and without constants. */
  static List<Expr> varying(List<Expr> expressions) {
    Set<Expr> once = new LinkedHashSet<>();
    for (Expr expression : expressions) {
      if (!Exprs.columns(expression).isEmpty()) {
        once.add(expression);
      }
    }
    return List.copyOf(once);
  }

  /** The draft as the block that its text should be planned to. */
  Block block() {
    List<Block.Conjunct> conjuncts = predicates.stream().map(Block.Conjunct::of).toList();
    if (kind == Kind.ROWS) {
      return new Block(leaves, columns, conjuncts, null, keys);
    }
    Group group = new Group(keys, calls, kind == Kind.WHOLE, having);
    List<Expr> outputs = new ArrayList<>();
    for (int i = 0; i < group.width(); i++) {
      outputs.add(group.column(i));
    }
    return new Block(leaves, columns, conjuncts, group, outputs);
  }

  /** All expressions over the leaves' columns. */
  List<Expr> expressions() {
    List<Expr> all = new ArrayList<>(predicates);
    all.addAll(keys);
    calls.forEach(call -> all.addAll(call.expressions()));
    all.addAll(having);
    return all;
  }

  /** Whether all of its leaves are relations, so that SQL can name them. */
  boolean isOverRelations() {
    return leaves.stream().allMatch(leaf -> leaf.relation() != null && leaf.countColumn() == null);
  }

  /** One draft of what both have, over the same rows: their keys together, and their calls. */
  ViewDraft merged(ViewDraft other) {
    Set<Expr> allKeys = new LinkedHashSet<>(keys);
    Set<Group.Call> allCalls = new LinkedHashSet<>(calls);
    for (Expr key : other.keys) {
      allKeys.add(here(other, key));
    }
    for (Group.Call call : other.calls) {
      allCalls.add(call.map(argument -> here(other, argument)));
    }
    Kind both = allKeys.isEmpty() ? Kind.WHOLE : Kind.GROUPS;
    return new ViewDraft(
        leaves,
        columns,
        predicates,
        List.copyOf(allKeys),
        List.copyOf(allCalls),
        both,
        List.of(),
        true);
  }

  /** The canonical text of the rows before they are grouped; null if it doesn't merge. */
  @Nullable String mergesOver() {
    if (!isGeneral || repeatsRelation()) {
      return null;
    }
    List<Block.Conjunct> conjuncts = predicates.stream().map(Block.Conjunct::of).toList();
    return new BlockText(new Block(leaves, columns, conjuncts, null, List.of())).rows();
  }

  /** An expression over another draft's leaves, each of which is here the one of the same core. */
  private Expr here(ViewDraft other, Expr expr) {
    return Columns.replace(
        expr,
        c -> {
          Columns.Key key = other.columns.key(c.index());
          String core = other.leaves.get(key.leaf()).core();
          int leaf = leaves.stream().map(Leaf::core).toList().indexOf(core);
          return columns.column(leaf, key.name(), c.type());
        });
  }

  /** Whether a relation stands in it more than once, so that a core says not which leaf it is. */
  private boolean repeatsRelation() {
    return leaves.stream().map(Leaf::core).distinct().count() < leaves.size();
  }
}
