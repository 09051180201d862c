package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * One n-ary join over inputs and conjuncts.
 *
 * <p>All conjuncts are taken together: one that reads a single input goes into it; an equality of
 * two inputs becomes a key; the rest, and all that can fail, is a filter above the join, in the
 * order given. Fields are counted through all inputs.
 *
 * <p>One object assembles one join.
 */
public final class JoinAssembly {
  private record Key(int leftInput, Expr left, int rightInput, Expr right, boolean nullSafe) {}

  private final PlanNodes nodes;
  private final boolean optimized;
  private final List<JoinInput> inputs = new ArrayList<>();
  private final List<Key> keys = new ArrayList<>();
  private final List<Expr> residual = new ArrayList<>();

  public JoinAssembly(PlanNodes nodes, boolean optimized) {
    this.nodes = nodes;
    this.optimized = optimized;
  }

  /** Adds an input behind the others. */
  public void add(PlanInput part) {
    inputs.add(new JoinInput(part, fieldCount()));
  }

  private int fieldCount() {
    return inputs.isEmpty() ? 0 : inputs.get(inputs.size() - 1).end();
  }

  /** The joined rows for which all conjuncts are TRUE, with the fields that are needed. */
  public Built build(List<Expr> conjuncts, ImmutableBitSet needed) {
    conjuncts.forEach(this::place);
    ImmutableBitSet emitted = needed.union(Predicates.fields(residual));
    for (JoinInput input : inputs) {
      input.keep(emitted);
    }
    for (Key key : keys) {
      inputs.get(key.leftInput()).keepKey(key.left());
      inputs.get(key.rightInput()).keepKey(key.right());
    }
    return nodes.filtered(Built.of(join(emitted), fieldCount(), emitted), residual);
  }

  private void place(Expr conjunct) {
    if (!optimized || !Predicates.isMovable(conjunct)) {
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
    inputs.forEach(input -> plans.add(input.build(nodes)));
    if (plans.size() == 1) {
      return plans.get(0);
    }
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
    return nodes.node(
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
