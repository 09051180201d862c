package io.millrace.engine.plan;

import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.AntiJoin;
import io.millrace.engine.operator.JoinKey;
import io.millrace.engine.operator.LeftMarkJoin;
import io.millrace.engine.operator.OuterJoin;
import io.millrace.engine.operator.SemiJoin;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Outer, semi, anti and mark joins, which have two inputs and a condition that decides who has a
 * partner: equalities as keys, the rest evaluated for pairs with equal keys.
 *
 * <p>A predicate from above goes to a side whose rows come out as they are; a conjunct of the
 * condition goes to a side where dropping its rows drops pairs and nothing else.
 */
final class PairJoinPlanner {
  private final PlanBuilder builder;
  private final JoinRelType type;
  private final JoinInput left;
  private final JoinInput right;

  private final List<Expr> above = new ArrayList<>();
  private final List<KeyPair> keys = new ArrayList<>();
  private final List<Expr> residual = new ArrayList<>();

  PairJoinPlanner(PlanBuilder builder, PlanInput left, PlanInput right, JoinRelType type) {
    this.builder = builder;
    this.type = type;
    this.left = new JoinInput(left, 0);
    this.right = new JoinInput(right, this.left.end());
  }

  /**
   * @param condition the conjuncts that decide who is a partner
   * @param predicates as of {@link PlanInput#build}
   */
  Built build(List<Expr> condition, ImmutableBitSet needed, List<Expr> predicates) {
    predicates.forEach(this::placeFromAbove);
    condition.forEach(this::placeCondition);

    ImmutableBitSet emitted = needed.union(Predicates.fields(above));
    ImmutableBitSet compared = Predicates.fields(residual);
    left.keep(emitted.union(compared));
    right.keep(emitsRight() ? emitted.union(compared) : compared);
    for (KeyPair key : keys) {
      left.keepKey(left.own(key.left()));
      right.keepKey(right.own(key.right()));
    }
    PlanNode leftPlan = left.build(builder.nodes);
    PlanNode rightPlan = right.build(builder.nodes);
    RowType leftType = JoinInput.typeOf(leftPlan);
    RowType rightType = JoinInput.typeOf(rightPlan);
    PlanNode node = builder.nodes.node(operator(leftType, rightType), List.of(leftPlan, rightPlan));
    return builder.filtered(new Built(node, positions(leftType.size())), above);
  }

  private boolean emitsRight() {
    return type.isOuterJoin();
  }

  private void placeFromAbove(Expr predicate) {
    ImmutableBitSet fields = Predicates.fields(predicate);
    if (left.has(fields) && !type.generatesNullsOnLeft()) {
      left.predicates.add(left.own(predicate));
    } else if (emitsRight() && right.has(fields) && !type.generatesNullsOnRight()) {
      right.predicates.add(right.own(predicate));
    } else {
      above.add(predicate);
    }
  }

  private void placeCondition(Expr conjunct) {
    ImmutableBitSet fields = Predicates.fields(conjunct);
    boolean movable = builder.optimized && Predicates.isMovable(conjunct);
    boolean leftMayDrop = type == JoinRelType.RIGHT || type == JoinRelType.SEMI;
    boolean rightMayDrop =
        type == JoinRelType.LEFT || type == JoinRelType.SEMI || type == JoinRelType.ANTI;
    Optional<KeyPair> key = key(conjunct);
    if (movable && leftMayDrop && left.has(fields)) {
      left.predicates.add(left.own(conjunct));
    } else if (movable && rightMayDrop && right.has(fields)) {
      right.predicates.add(right.own(conjunct));
    } else if (key.isPresent()) {
      keys.add(key.get());
    } else if (!conjunct.equals(Exprs.literal(true))) {
      residual.add(conjunct);
    }
  }

  private Optional<KeyPair> key(Expr conjunct) {
    return builder.optimized
        ? KeyPair.of(conjunct).flatMap(this::turned).filter(this::hasRoom)
        : Optional.empty();
  }

  /** A mark join looks up every choice of NULLs in its keys: what is too many is a condition. */
  private boolean hasRoom(KeyPair key) {
    return type != JoinRelType.LEFT_MARK || keys.size() < LeftMarkJoin.MOST_KEYS;
  }

  /** The pair with its left side over the left input, if each side is over one input. */
  private Optional<KeyPair> turned(KeyPair pair) {
    ImmutableBitSet first = Predicates.fields(pair.left());
    ImmutableBitSet second = Predicates.fields(pair.right());
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    if (left.has(first) && right.has(second)) {
      return Optional.of(pair);
    }
    return left.has(second) && right.has(first) ? Optional.of(pair.swapped()) : Optional.empty();
  }

  private Operator operator(RowType leftType, RowType rightType) {
    List<JoinKey> joinKeys = new ArrayList<>();
    for (KeyPair key : keys) {
      joinKeys.add(
          new JoinKey(
              left.column(left.own(key.left())),
              right.column(right.own(key.right())),
              type == JoinRelType.LEFT_MARK ? key.nullSafe() : key.matchesNulls()));
    }
    Expr condition = condition(leftType, rightType);
    return switch (type) {
      case LEFT -> new OuterJoin(OuterJoin.Kind.LEFT, leftType, rightType, joinKeys, condition);
      case RIGHT -> new OuterJoin(OuterJoin.Kind.RIGHT, leftType, rightType, joinKeys, condition);
      case FULL -> new OuterJoin(OuterJoin.Kind.FULL, leftType, rightType, joinKeys, condition);
      case SEMI -> new SemiJoin(leftType, rightType, joinKeys, condition);
      case ANTI -> new AntiJoin(leftType, rightType, joinKeys, condition);
      case LEFT_MARK -> new LeftMarkJoin(leftType, rightType, joinKeys, condition);
      case INNER, ASOF, LEFT_ASOF -> throw new AssertionError(type + " is no join of a pair");
    };
  }

  /** The residual over the columns of the left plan and then the right one's, or null. */
  private @Nullable Expr condition(RowType leftType, RowType rightType) {
    if (residual.isEmpty()) {
      return null;
    }
    return Exprs.rewrite(
        Exprs.and(residual),
        node -> {
          if (!(node instanceof ColumnRef field)) {
            return node;
          }
          if (field.index() < right.offset) {
            int column = left.column(field.index());
            return Exprs.column(column, leftType.column(column));
          }
          int column = right.column(field.index() - right.offset);
          return Exprs.column(leftType.size() + column, rightType.column(column));
        });
  }

  private List<Integer> positions(int leftSize) {
    // A mark join planned as a semi-join still has its mark among its fields, which nobody reads.
    Integer[] positions = new Integer[emitsRight() ? right.end() : left.end() + 1];
    Arrays.fill(positions, Built.ABSENT);
    for (int field : left.joinFields()) {
      positions[field] = left.column(field);
    }
    if (emitsRight()) {
      for (int field : right.joinFields()) {
        positions[field] = leftSize + right.column(field - right.offset);
      }
    }
    if (type == JoinRelType.LEFT_MARK) {
      positions[right.offset] = leftSize;
    }
    return List.of(positions);
  }
}
