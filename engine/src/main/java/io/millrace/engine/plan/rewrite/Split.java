package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.plan.Predicates;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A block's predicates in two: those that can be told from columns that come out of it, and the
 * rest. Immutable.
 *
 * @param inner the predicates that can, as they stand in the block
 * @param apart the same over the columns that come out, by their positions
 */
record Split(Block block, List<Conjunct> inner, List<Expr> apart) {

  /**
   * The split of a block.
   *
   * @param values what each column that comes out is, over the leaves' columns
   * @param usable which columns a predicate may read to stand apart
   */
  static Split of(Block block, List<Expr> values, IntPredicate usable) {
    Map<String, Expr> known = new HashMap<>();
    for (int i = 0; i < values.size(); i++) {
      if (usable.test(i)) {
        known.putIfAbsent(digest(values.get(i)), Exprs.column(i, values.get(i).type()));
      }
    }
    List<Conjunct> inner = new ArrayList<>();
    List<Expr> apart = new ArrayList<>();
    for (Conjunct conjunct : block.conjuncts()) {
      Expr over = conjunct.appliedBy() >= 0 ? null : express(conjunct.predicate(), known);
      if (over != null && Predicates.isMovable(over) && !Exprs.columns(over).isEmpty()) {
        inner.add(conjunct);
        apart.add(over);
      }
    }
    return new Split(block, inner, apart);
  }

  /** The split that leaves all predicates where they are. */
  static Split nothing(Block block) {
    return new Split(block, List.of(), List.of());
  }

  private static String digest(Expr expr) {
    return Digest.of(expr, column -> "#" + column);
  }

  private static @Nullable Expr express(Expr expr, Map<String, Expr> known) {
    Expr found = known.get(digest(expr));
    if (found != null) {
      return found;
    }
    if (expr instanceof ColumnRef) {
      return null;
    }
    List<Expr> children = new ArrayList<>(expr.children().size());
    for (Expr child : expr.children()) {
      Expr changed = express(child, known);
      if (changed == null) {
        return null;
      }
      children.add(changed);
    }
    return children.isEmpty() ? expr : expr.withChildren(children);
  }

  /** The canonical texts of the predicates that stand apart. */
  List<String> digests() {
    return apart.stream().map(Split::digest).toList();
  }

  /** Those of the predicates that stand apart that have one of these texts. */
  List<Expr> ofDigests(Set<String> digests) {
    return apart.stream().filter(predicate -> digests.contains(digest(predicate))).toList();
  }

  /** The block without any predicate that stands apart. */
  Block rest() {
    return without(inner);
  }

  /** The block without the predicates of these texts. */
  Block keeping(Set<String> apartDigests) {
    List<String> digests = digests();
    return without(
        IntStream.range(0, inner.size())
            .filter(i -> apartDigests.contains(digests.get(i)))
            .mapToObj(inner::get)
            .toList());
  }

  private Block without(List<Conjunct> dropped) {
    List<Conjunct> kept =
        block.conjuncts().stream().filter(conjunct -> !dropped.contains(conjunct)).toList();
    return new Block(block.leaves(), block.columns(), kept, block.group(), block.outputs());
  }
}
