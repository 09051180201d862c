package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A tree of inner joins as one n-ary join.
 *
 * <p>All conjuncts, of the conditions and from above, are taken together: one that reads a single
 * input goes into it; an equality of two inputs becomes a key; the rest, and all that can fail, is
 * a filter above the join, in the order written. Fields are counted through all inputs, as the
 * tree's root counts them.
 */
final class InnerJoinPlanner {
  private record Key(int leftInput, Expr left, int rightInput, Expr right, boolean nullSafe) {}

  private final PlanBuilder builder;
  private final List<JoinInput> inputs = new ArrayList<>();
  private final List<Expr> conjuncts = new ArrayList<>();
  private final List<Key> keys = new ArrayList<>();
  private final List<Expr> residual = new ArrayList<>();

  InnerJoinPlanner(PlanBuilder builder) {
    this.builder = builder;
  }

  Built build(Join root, ImmutableBitSet needed, List<Expr> predicates) {
    conjuncts.addAll(predicates);
    if (builder.optimized) {
      flatten(root, 0);
    } else {
      addConjuncts(builder.expressions.conjuncts(root.getCondition()), 0);
      inputs.add(new JoinInput(root.getLeft(), 0));
      inputs.add(new JoinInput(root.getRight(), inputs.get(0).end()));
    }
    conjuncts.forEach(this::place);

    ImmutableBitSet emitted = needed.union(Predicates.fields(residual));
    for (JoinInput input : inputs) {
      input.keep(emitted);
    }
    for (Key key : keys) {
      inputs.get(key.leftInput()).keepKey(key.left());
      inputs.get(key.rightInput()).keepKey(key.right());
    }
    Built joined = Built.of(join(emitted), root.getRowType().getFieldCount(), emitted);
    return builder.filtered(joined, residual);
  }

  private void flatten(RelNode rel, int offset) {
    if (rel instanceof Join join
        && JoinPlanner.simplified(join, offset, conjuncts) == JoinRelType.INNER) {
      addConjuncts(builder.expressions.conjuncts(join.getCondition()), offset);
      flatten(join.getLeft(), offset);
      flatten(join.getRight(), offset + join.getLeft().getRowType().getFieldCount());
      return;
    }
    if (rel instanceof Filter filter && filter.getInput() instanceof Join) {
      List<Expr> own = builder.expressions.conjuncts(filter.getCondition());
      if (own.stream().allMatch(Predicates::isMovable)) {
        addConjuncts(own, offset);
        flatten(filter.getInput(), offset);
        return;
      }
    }
    inputs.add(new JoinInput(rel, offset));
  }

  private void addConjuncts(List<Expr> own, int offset) {
    for (Expr conjunct : own) {
      Expr shifted = Exprs.mapColumns(conjunct, field -> field + offset);
      if (!conjuncts.contains(shifted)) {
        conjuncts.add(shifted);
      }
    }
  }

  private void place(Expr conjunct) {
    if (!builder.optimized || !Predicates.isMovable(conjunct)) {
      residual.add(conjunct);
      return;
    }
    ImmutableBitSet fields = Predicates.fields(conjunct);
    // One that reads no field at all goes to the first: if it isn't TRUE, nothing comes out.
    int single = inputOf(fields);
    if (single >= 0) {
      inputs.get(single).predicates.add(inputs.get(single).own(conjunct));
      return;
    }
    Optional<Key> key = KeyPair.of(conjunct).flatMap(this::keyOf);
    if (key.isPresent()) {
      keys.add(key.get());
    } else {
      residual.add(conjunct);
    }
  }

  /** The input that has all these fields, or -1. */
  private int inputOf(ImmutableBitSet fields) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i).has(fields)) {
        return i;
      }
    }
    return -1;
  }

  private Optional<Key> keyOf(KeyPair pair) {
    ImmutableBitSet leftFields = Predicates.fields(pair.left());
    ImmutableBitSet rightFields = Predicates.fields(pair.right());
    int left = inputOf(leftFields);
    int right = inputOf(rightFields);
    if (left < 0 || right < 0 || leftFields.isEmpty() || rightFields.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Key(
            left,
            inputs.get(left).own(pair.left()),
            right,
            inputs.get(right).own(pair.right()),
            pair.matchesNulls()));
  }

  private PlanNode join(ImmutableBitSet emitted) {
    List<PlanNode> plans = new ArrayList<>();
    inputs.forEach(input -> plans.add(input.build(builder)));
    List<RowType> types = plans.stream().map(JoinInput::typeOf).toList();
    List<io.millrace.engine.operator.Join.Equality> equalities = new ArrayList<>();
    for (Key key : keys) {
      equalities.add(
          new io.millrace.engine.operator.Join.Equality(
              key.leftInput(),
              inputs.get(key.leftInput()).column(key.left()),
              key.rightInput(),
              inputs.get(key.rightInput()).column(key.right()),
              key.nullSafe()));
    }
    return builder.nodes.node(
        new io.millrace.engine.operator.Join(types, equalities, projection(emitted, types)), plans);
  }

  /** Where the emitted fields are among all columns of all inputs. */
  private int[] projection(ImmutableBitSet emitted, List<RowType> types) {
    int[] projection = new int[emitted.cardinality()];
    int at = 0;
    for (int field : emitted) {
      int input = inputOf(ImmutableBitSet.of(field));
      int before = 0;
      for (int i = 0; i < input; i++) {
        before += types.get(i).size();
      }
      projection[at++] = before + inputs.get(input).column(field - inputs.get(input).offset);
    }
    return projection;
  }
}
